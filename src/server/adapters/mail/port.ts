/** Mail on its way out: one message to one person. */

export interface OutgoingMail {
  /** The same for every try of one message: a receiver that has it already knows it again. */
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
   * Hands a message over; `unsent` where no mail server is set up. Throws `MailRefused` when trying again cannot help, any other
   * error when it may.
   */
  deliver(mail: OutgoingMail): Promise<'sent' | 'unsent'>;
  close(): Promise<void>;
}

/** The message was refused for good: no such address, or not wanted there. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
