/** Chooses the way mail leaves by the configuration. */
import type { Config } from '../../config.ts';
import { OutboxMail } from './outbox.ts';
import type { Mail } from './port.ts';
import { SmtpMail } from './smtp.ts';

/** The SMTP server when one is set, else the outbox that only keeps. */
export const openMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Mail =>
  smtpUrl ? new SmtpMail(smtpUrl) : new OutboxMail();
