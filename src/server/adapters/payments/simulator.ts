/** Starts the simulated gateway as a process, keeps it running, and returns its address. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { StripeAccess } from './stripe-client.ts';

interface Given {
  /** The built program. */
  program: string;
  /** The database that it keeps its own schema in, as `pg` takes it. */
  connection: object;
  /** The source of its keys, so that all nodes have the same. */
  secret: string;
  /** The address for its events, once the service listens there. */
  webhookUrl?: string;
  onProblem(message: string): void;
  /** Whether the service is stopping: then the gateway, which a signal to all processes has ended, is not started again. */
  isStopping?(): boolean;
}

export interface Simulator {
  access(): Promise<StripeAccess>;
  sendEventsTo(url: string): void;
  /** Its process number, for tests that kill it. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** The longest wait for its start. */
const maxStartMs = 60_000;
/** Before it is started again. */
const pauseMs = 250;

/** It starts in the background: `access` waits for it. */
export function startSimulator({
  program,
  connection,
  secret,
  webhookUrl,
  onProblem,
  isStopping = () => false,
}: Given): Simulator {
  const word = (what: string) =>
    createHmac('sha256', secret).update(`gateway ${what}`).digest('hex').slice(0, 40);
  const keys = {
    secretKey: `sk_test_${word('secret key')}`,
    publishableKey: `pk_test_${word('publishable key')}`,
    webhookSecret: `whsec_${word('webhooks')}`,
  };
  let child: ChildProcess | undefined;
  let stopping = false;
  let url = webhookUrl;
  let port = 0;
  let ready: Promise<number>;

  const launch = () => {
    let isUp = false;
    ready = new Promise((resolve, reject) => {
      const own = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      child = own;
      const timer = setTimeout(() => reject(new Error('the simulated gateway does not start')), maxStartMs);
      timer.unref();
      let said = '';
      own.stderr?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2000);
      });
      own.once('message', (message: { port: number }) => {
        isUp = true;
        clearTimeout(timer);
        port = message.port;
        resolve(port);
      });
      const gone = () => {
        clearTimeout(timer);
        reject(new Error('the simulated gateway ended'));
        if (stopping || isStopping() || child !== own) return;
        child = undefined;
        onProblem(`The simulated gateway ended; it is started again. ${said.trim()}`);
        // Its port may have been taken meanwhile.
        if (!isUp) port = 0;
        setTimeout(() => stopping || isStopping() || launch(), pauseMs).unref();
      };
      own.once('error', gone);
      own.once('exit', gone);
      own.send({ connection, port, ...keys, webhookUrl: url }, () => {});
      // Nothing here keeps the service from ending.
      own.unref();
      own.channel?.unref();
    });
    ready.catch(() => {});
  };
  launch();

  return {
    async access() {
      return { ...keys, simulator: { host: '127.0.0.1', port: await ready } };
    },
    sendEventsTo(to) {
      url = to;
      child?.send({ webhookUrl: to }, () => {});
    },
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      const own = child;
      if (!own || own.exitCode !== null || own.signalCode !== null) return;
      const gone = new Promise((resolve) => own.once('exit', resolve));
      own.ref();
      // Its state is in the database, each change whole: there is nothing to wait for.
      own.kill('SIGKILL');
      await gone;
    },
  };
}
