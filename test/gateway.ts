/** The simulated gateway for tests: the real program as a process, on the database of a test file. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { afterAll } from 'vitest';
import { type Simulator, startSimulator } from '../src/server/adapters/payments/simulator.ts';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import { bundleEntry } from './child.ts';

export interface TestGateway {
  simulator: Simulator;
  payments: StripePayments;
  /** A request of its API, as its secret key may ask. */
  ask(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<GatewayAnswer>;
  /** What only a simulator has. */
  control(path: string, body?: object): Promise<GatewayAnswer>;
  /** As a browser that holds the secret of one object. */
  fromBrowser(method: string, path: string, form: Record<string, string>): Promise<GatewayAnswer>;
  /** Events that were sent, in the order in which they came; `refuse` makes the next ones be sent again. */
  received: { body: Buffer; signature: string | undefined; type: string; id: string }[];
  /** What was said of it when it had ended: with all that it printed last. */
  problems: string[];
}

export interface GatewayAnswer {
  status: number;
  /** An object of the API; without success, what is wrong. */
  body: Record<string, unknown> & { error?: { type: string; code?: string; message: string } };
}

export const testCard = (number: string, expires = '2040-12-31'): Record<string, string> => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': expires.slice(5, 7),
  'payment_method_data[card][exp_year]': expires.slice(2, 4),
  'payment_method_data[card][cvc]': '123',
  'payment_method_data[billing_details][name]': 'Kim Seoyeon',
});

/** Starts it for a test file, and takes it down after. */
export async function openTestGateway(databaseUrl: string): Promise<TestGateway> {
  const program = await bundleEntry('src/gateway/main.ts', 'gateway');
  const received: TestGateway['received'] = [];
  const problems: string[] = [];
  const listener = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const { type, id } = JSON.parse(body.toString()) as { type: string; id: string };
    received.push({ body, signature: request.headers['stripe-signature'] as string, type, id });
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const simulator = startSimulator({
    program,
    connection: { connectionString: databaseUrl },
    secret: 'x'.repeat(32),
    webhookUrl: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`,
    onProblem: (problem) => problems.push(problem),
  });
  const send = async (
    key: string,
    method: string,
    path: string,
    body: string | undefined,
    headers: object,
  ) => {
    const access = await simulator.access();
    const { host, port } = access.simulator ?? { host: '', port: 0 };
    const response = await fetch(`http://${host}:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key === 'secret' ? access.secretKey : access.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: await response.json() };
  };
  const withForm = (
    key: string,
    method: string,
    path: string,
    form: Record<string, string>,
    headers: object,
  ) => {
    const text = new URLSearchParams(form).toString();
    return method === 'GET'
      ? send(key, method, `${path}?${text}`, undefined, headers)
      : send(key, method, path, text, headers);
  };
  afterAll(async () => {
    await simulator.stop();
    await new Promise((resolve) => listener.close(resolve));
    rmSync(dirname(program), { recursive: true, force: true });
  });
  return {
    simulator,
    payments: new StripePayments(() => simulator.access()),
    ask: (method, path, form = {}, headers = {}) => withForm('secret', method, path, form, headers),
    fromBrowser: (method, path, form) => withForm('publishable', method, path, form, {}),
    control: (path, body = {}) => send('secret', 'POST', path, JSON.stringify(body), {}),
    received,
    problems,
  };
}
