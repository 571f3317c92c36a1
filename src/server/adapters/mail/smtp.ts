/** Mail through an SMTP server. */
import { errorCode, fieldOf, toError } from '../../unknown-value.ts';
import { type Mail, MailRefused, type OutgoingMail } from './port.ts';

/** The time limit for a response of the server; the job retries later. */
const patienceMs = 20_000;

export class SmtpMail implements Mail {
  readonly #transport: ReturnType<typeof makeTransport>;

  /** `url`: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  constructor(url: string) {
    this.#transport = makeTransport(url);
  }

  async deliver({ id, from, to, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<'sent'> {
    const domain = from.address.split('@').at(-1);
    try {
      await (await this.#transport).sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        // As an object: an address is never read as a list of several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Holiday replies and lists leave alone what a service has sent.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl
            ? {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return 'sent';
    } catch (error) {
      const responseCode = fieldOf(error, 'responseCode');
      // Errors about the sender, not the message, come from the settings: a retry may succeed.
      if (errorCode(error) !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500)
        throw new MailRefused(toError(error).message);
      throw error;
    }
  }

  async close(): Promise<void> {
    (await this.#transport).close();
  }
}

const makeTransport = (url: string) => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is never sent over an unencrypted line, except to this machine or where the setting allows it.
    requireTLS: !secure && username !== '' && searchParams.get('tls') !== 'no' && !isHere(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  };
  // Loaded where there is a server to send through.
  return import('nodemailer').then(({ createTransport }) => createTransport(options));
};

const isHere = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);
