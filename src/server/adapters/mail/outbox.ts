/** Without a mail server: messages stay in the outbox, where the office shows them. */
import type { Mail } from './port.ts';

export class OutboxMail implements Mail {
  async deliver(): Promise<'unsent'> {
    return 'unsent';
  }

  async close(): Promise<void> {}
}
