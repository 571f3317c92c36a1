/** Web push: messages to browsers that are not open, through the push services of their makers (RFC 8030). */

/** Where a browser's push service takes messages for it, and the keys that only it can read them with; base64url. */
export interface PushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface DevicePush {
  /** At most 3 kB; only the browser can read it. */
  payload: string;
  /** A later message of the same topic replaces one that has not been delivered. At most 32 letters of base64url. */
  topic: string;
  /** How long a push service stores it for a device that is offline. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
}

export interface WebPush {
  /** What browsers subscribe with (RFC 8292), base64url. */
  readonly publicKey: string;
  /** Whether an address is one of a push service that we write to. */
  accepts(endpoint: string): boolean;
  /** Sends a message; `gone` when the device does not accept any more. Throws when a retry may help. */
  send(device: PushDevice, message: DevicePush): Promise<'sent' | 'gone'>;
}
