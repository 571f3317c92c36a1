/** Mail on its way out: one message to one person. */

export interface OutgoingMail {
  /** The same for every attempt at one message: a receiver that has it already recognises it. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where its reader stops mail of its kind with one click (RFC 8058). */
  unsubscribeUrl?: string | null;
}

export interface Mail {
  /**
   * Delivers a message; returns `unsent` where no mail server is set up. Throws `MailRefused` when a retry cannot help, any other
   * error when it may.
   */
  deliver(mail: OutgoingMail): Promise<'sent' | 'unsent'>;
  close(): Promise<void>;
}

/** The message was refused permanently: the address does not exist, or does not accept it. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
