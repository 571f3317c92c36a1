/** A real SMTP server on loopback that keeps what it takes, for tests. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface TestSmtp {
  url: string;
  /** Every message it took, in order. */
  taken: Email[];
  /** Called with each message before the server says that it has it; may throw an error with a `responseCode`. */
  before: (mail: Email) => Promise<void> | void;
}

/** Starts the server; it takes messages with a user name and password, and only those it is not told to refuse. */
export async function openTestSmtp(): Promise<TestSmtp> {
  const smtp: TestSmtp = { url: '', taken: [], before: () => {} };
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'maru' && password === 'p@ss' ? done(null, { user: 'maru' }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@')
        ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        : done(),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        try {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          await smtp.before(mail);
          smtp.taken.push(mail);
          done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  smtp.url = `smtp://maru:p%40ss@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return smtp;
}
