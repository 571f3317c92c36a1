/** The process: starts a node, prints its addresses, stops on a signal. `scripts/start.js` prepares and loads it. */
import { readConfig } from './config.ts';
import { ensureAdministrator } from './modules/staff/first-administrator.service.ts';
import { startNode } from './start.ts';
import { StartupError } from './startup-error.ts';
import { toError } from './unknown-value.ts';

const say = (line: string) => console.log(line);

/** The time limit of stopping: requests in flight have ten seconds, and then the rest stops. */
const maxStopMs = 20_000;

/** Runs the service until a signal ends it; the exit code says whether it started. */
export async function main(): Promise<void> {
  let administrator: Awaited<ReturnType<typeof ensureAdministrator>>;
  let node: Awaited<ReturnType<typeof startNode>> | undefined;
  let stopping = false;
  const stop = async (signal: string) => {
    const again = stopping;
    stopping = true;
    if (again || !node) return;
    say(`\n${signal === 'SIGINT' ? 'Stopping' : `${signal}: stopping`}…`);
    // An exit after this time is as safe as a kill.
    setTimeout(() => process.exit(1), maxStopMs).unref();
    await node.stop();
    process.exit(0);
  };
  // From the first moment: a signal while starting waits until there is something whole to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));

  // The apps' own code renders pages in this process: a promise it forgot may not end the service.
  process.on('unhandledRejection', (reason) => {
    if (node) node.context.log.error({ err: reason }, 'a rejection was not handled');
    else throw reason;
  });

  const config = await readOrExit();
  // A service without the demo does not even read it.
  const demo = config.demo && config.role !== 'worker' ? await import('../../demo/demo.ts') : undefined;
  try {
    node = await startNode(config, say, () => stopping);
    if (demo) await demo.loadDemo(node.context, say);
    else if (config.role !== 'worker') administrator = await ensureAdministrator(node.context);
  } catch (error) {
    await node?.stop();
    // The demo cannot be loaded from a database that a signal has stopped. The next start goes on with it.
    if (stopping) process.exit(0);
    return explain(error);
  }
  if (stopping) {
    await node.stop();
    process.exit(0);
  }

  if (config.role === 'worker') {
    say('The worker is running. Ctrl-C stops it.');
    return;
  }
  const here = `http://localhost:${node.port}`;
  say('');
  say(`  ${config.brand.en} (${config.brand.ko}) is running.`);
  say('');
  say(`  Viewer    ${here}`);
  say(`  Office    ${here}/office`);
  say(`  API       ${here}/api/docs`);
  if (demo) {
    say('');
    say('  Demo accounts (password: the same for all)');
    for (const { name, password, what } of demo.demoAccounts)
      say(`    ${name.padEnd(10)} ${password.padEnd(18)} ${what}`);
  }
  if (administrator) {
    const { username, password } = administrator;
    say('');
    say(`  The office waits for its first administrator: sign in as ${username} with`);
    say(`  ${password}, and choose a password of your own.`);
  }
  say('');
  say('  Ctrl-C stops everything.');
  if (demo) {
    try {
      await demo.loadDemoMedia(node.context, say, () => stopping);
    } catch (error) {
      if (!stopping)
        say(
          `The demo catalogue could not be loaded whole: ${toError(error).message}. The next start goes on with it.`,
        );
    }
  }
}

async function readOrExit() {
  try {
    return readConfig();
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): never {
  if (error instanceof StartupError) console.error(`\n${error.message}`);
  else console.error('\nMaru could not start.', error);
  process.exit(1);
}
