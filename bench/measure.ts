/** Tools of the benchmarks: processes pinned to one core, load from the other, CPU read from the kernel's own account. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import autocannon from 'autocannon';

const clockTick = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

export interface RunningServer {
  process: ChildProcess;
  port: number;
}

/** Starts a program on core 0 and waits for the line that says its port. */
export async function startOnOneCore(file: string, args: string[]): Promise<RunningServer> {
  const child = spawn('taskset', ['-c', '0', process.execPath, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const line = /\{"port":(\d+)\}/.exec(text);
      if (line) resolve(Number(line[1]));
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { process: child, port };
}

/** CPU seconds a process has used, user and system; with its ended children when `withChildren`. */
export function cpuSeconds(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / clockTick;
  } catch {
    return 0;
  }
}

/** CPU seconds of a process and all its living children: PostgreSQL's server and its connections. */
export function cpuSecondsOfTree(root: number): number {
  let total = cpuSeconds(root);
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const text = readFileSync(`/proc/${entry}/stat`, 'utf8');
      if (Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === root)
        total += cpuSeconds(Number(entry));
    } catch {
      // It ended meanwhile.
    }
  }
  return total;
}

/**
 * Starts to watch how much of the processor time that was wanted the host of a virtual machine gave to others; answers that share
 * of the time since. Where much is kept, times are no server's; CPU a request and ratios still are.
 */
export function watchStolen(): () => number {
  const read = () => {
    const line = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '';
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
      .split(' ')
      .map(Number);
    return { stolen, wanted: user + nice + system + irq + softirq + stolen };
  };
  const from = read();
  return () => {
    const to = read();
    return (to.stolen - from.stolen) / Math.max(1, to.wanted - from.wanted);
  };
}

export interface Load {
  requestsPerSecond: number;
  p95: number;
  p99: number;
  requests: number;
  bytesPerSecond: number;
}

/** Loads one address, or several of the same server by turns, for some seconds over a number of connections. */
export async function load(
  url: string,
  options: {
    connections: number;
    seconds: number;
    headers?: Record<string, string>;
    addresses?: string[];
  },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    ...(options.addresses ? { requests: options.addresses.map((path) => ({ path })) } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    requestsPerSecond: result.requests.average,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    requests: result.requests.total,
    bytesPerSecond: result.throughput.average,
  };
}

/** Loads one address with a client that does nothing but count: the bytes a second that come. */
export async function loadCounting(address: string, connections: number, seconds: number): Promise<number> {
  const { hostname, port, pathname, search } = new URL(address);
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const { headers } = await fetch(address, { method: 'HEAD' });
  const body = Number(headers.get('content-length'));
  let total = 0;
  const sockets = Array.from({ length: connections }, () => {
    // Bytes of the current answer still to come. Its head arrives in one piece with the start of its body.
    let left = 0;
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.alloc(1_000_000),
        callback: (bytes, buffer) => {
          total += bytes;
          if (left === 0) left = body + Buffer.from(buffer.buffer).indexOf('\r\n\r\n') + 4;
          left -= bytes;
          if (left === 0) socket.write(request);
          return true;
        },
      },
    });
    return socket.once('connect', () => socket.write(request));
  });
  const began = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  for (const socket of sockets) socket.destroy();
  return (total * 1000) / (performance.now() - began);
}

/** Requests and longest time of a warm-up. */
const warmRequests = 5000;
const warmMs = 60_000;

/**
 * Sends requests until the compiler has optimized every function of the path. It counts requests, because a slow machine sends few in
 * the time that is enough on a quick one.
 */
async function warmUp(url: string, headers: Record<string, string>): Promise<void> {
  const until = performance.now() + warmMs;
  let sent = 0;
  do sent += (await load(url, { connections: 20, seconds: 8, headers })).requests;
  while (sent < warmRequests && performance.now() < until);
}

/** CPU milliseconds a request of an address takes at 20 connections, in the server and in the database, over three rounds. */
export async function measureCpu(
  { process: { pid }, port }: RunningServer,
  databasePid: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ nodeMs: number; postgresMs: number; p99: number }> {
  const url = `http://127.0.0.1:${port}${path}`;
  await warmUp(url, headers);
  const [node, postgres] = [cpuSeconds(pid as number), cpuSecondsOfTree(databasePid)];
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push(await load(url, { connections: 20, seconds: 5, headers }));
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  return {
    nodeMs: ((cpuSeconds(pid as number) - node) * 1000) / requests,
    postgresMs: ((cpuSecondsOfTree(databasePid) - postgres) * 1000) / requests,
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
};

/** CPU ms of one row on this machine. Undefined until the first part with CPU figures starts. */
let rowMs: number | undefined;

/**
 * Measures the unit of CPU figures, the *row*: CPU of a bare Node server and PostgreSQL for one row by primary key, as JSON.
 * Machines differ in speed by a factor of 2.5; a figure in rows differs by much less. The load is that of `measureCpu`.
 * Later calls in the same run change nothing, for all figures of a run must have the same divisor.
 */
export async function measureRow(
  serverFile: string,
  databaseUrl: string,
  databasePid: number,
): Promise<void> {
  if (rowMs !== undefined) return;
  const server = await startOnOneCore(serverFile, [databaseUrl]);
  const { nodeMs, postgresMs } = await measureCpu(server, databasePid, '/');
  const stopped = once(server.process, 'exit');
  server.process.kill();
  await stopped;
  rowMs = nodeMs + postgresMs;
  report('one row from a bare server: CPU ms, Node', nodeMs.toFixed(3));
  report('one row from a bare server: CPU ms, PostgreSQL', postgresMs.toFixed(3));
  report('one row from a bare server: CPU ms, both', rowMs.toFixed(3));
}

/** Two digits below ten rows, whole rows from there on. */
const inRows = (rows: number): string =>
  rows < 1 ? rows.toFixed(2) : rows < 10 ? rows.toFixed(1) : Math.round(rows).toLocaleString('en-US');

/** Prints the heads of the columns that `report` and `reportCpu` fill. */
export function reportHeads(): void {
  printRow('figure', 'value', 'rows', 'aim');
}

/** Prints a figure beside its aim. */
export function report(what: string, value: number | string, aim = ''): void {
  const text =
    typeof value === 'number' ? (Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(2)) : value;
  printRow(what, text, '', aim);
}

/**
 * Prints a CPU figure, given in ms, in ms or seconds and in rows. Its aim is in rows, so that it holds on every machine.
 * Throws before `measureRow`.
 */
export function reportCpu(
  what: string,
  ms: number,
  { aimRows, unit = 'ms' }: { aimRows?: number; unit?: 'ms' | 's' } = {},
): void {
  if (rowMs === undefined) throw new Error(`${what}: no row has been measured`);
  const value = unit === 's' ? ms / 1000 : ms;
  printRow(
    what,
    value >= 100 ? value.toFixed(1) : value.toFixed(2),
    inRows(ms / rowMs),
    aimRows ? `≤ ${aimRows} rows` : '',
  );
}

function printRow(what: string, value: string, rows: string, aim: string): void {
  console.log(`${what.padEnd(64)} ${value.padStart(10)} ${rows.padStart(9)}   ${aim}`);
}
