/**
 * A stranger who loops one costly request over many connections. A process of its own: he would be on a machine of his own. Told whom
 * to ask he begins; told to stop he says how often which status was answered.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

export interface Abuse {
  port: number;
  name: AbuseName;
  connections: number;
  /** A viewer's token, for what only a viewer can do. */
  token: string;
}

interface Shot {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

const json = (path: string, body: unknown): Shot => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const random = () => Math.random().toString(36).slice(2);
const letters = () => Array.from({ length: 20 }, random).join('').replaceAll(/\d/g, 'x').slice(0, 200);

/** A PNG of that many black pixels a side: small as a file, large once it is decoded. */
function blackPng(side: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of named) crc = ((table[(crc ^ byte) & 255] as number) ^ (crc >>> 8)) >>> 0;
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((side * 3 + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
let png: Buffer | undefined;

/** What is sent, one after the other, over each connection. */
const shots = {
  'hostile usernames': () =>
    json('/api/signup', {
      username: `${'☀'.repeat(40)}\u0001`,
      email: `${random()}@maru.example`,
      password: random() + random(),
      terms: true,
    }),
  'unknown paths': () => ({ path: `/${random()}/${random()}` }),
  'unknown titles': () => ({ path: `/view/s/${random()}` }),
  'invented hosts': () => ({ path: '/', headers: { host: `${random()}.example` } }),
  'sitemaps of invented hosts': () => ({
    path: '/sitemaps/titles-1.xml',
    headers: { host: `${random()}.example` },
  }),
  'days of the guide': () => ({
    path: `/api/live/guide?hours=24&from=${new Date(Date.now() + (Math.random() - 0.5) * 2e9).toISOString()}`,
  }),
  'pages of notices': () => ({ path: `/api/get-notices?page=${1 + Math.floor(Math.random() * 99_999)}` }),
  'unfinished bodies': () => {
    throw new Error('these are no requests');
  },
  'large pictures': (token) => {
    png ??= blackPng(7740);
    return {
      method: 'POST',
      path: '/api/account/inquiry-attachments?name=black.png',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: png,
    };
  },
  'long words': () => ({ path: `/api/search/suggestions?q=${letters()}` }),
  'rows of visits': () => json('/api/visit', {}),
  'rows of searches': () => json('/api/video/search/save', { q: random() }),
} as const satisfies Record<string, (token: string) => Shot>;

export type AbuseName = keyof typeof shots;
export const abuseNames = Object.keys(shots) as AbuseName[];

let isStopped = false;
const answers: Record<string, number> = {};
const count = (what: string) => {
  answers[what] = (answers[what] ?? 0) + 1;
};

function send(agent: Agent, port: number, shot: Shot): Promise<void> {
  return new Promise((resolve) => {
    const { method = 'GET', path, headers = {}, body } = shot;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, ...length },
    });
    asked.on('response', (response) => {
      count(String(response.statusCode));
      response.resume().on('close', resolve);
    });
    asked.on('error', () => {
      count('closed');
      // Whoever is put out tries again, though not as fast as a processor can.
      void sleep(50).then(resolve);
    });
    asked.end(body);
  });
}

/** Says that a body follows, sends most of it, and stops. Put out, it comes again. */
async function hold(port: number, bytes: number): Promise<void> {
  while (!isStopped) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => {
        socket.write(
          `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
        );
        socket.write(Buffer.alloc(bytes - 1000, ' '));
      });
      socket.on('data', (head) => count(String(head).slice(9, 12)));
      socket.on('error', () => count('closed'));
      socket.on('close', () => resolve());
    });
    await sleep(50);
  }
}

process.on('message', async (told: Abuse | 'stop') => {
  if (told === 'stop') {
    isStopped = true;
    process.send?.(answers, () => process.exit(0));
    return;
  }
  const { name, port, connections, token } = told;
  if (name === 'unfinished bodies') {
    // As much as may be sent, and much more.
    for (let n = 0; n < connections; n++) void hold(port, n % 2 === 0 ? 65_000 : 3_000_000);
    return;
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (let n = 0; n < connections; n++)
    void (async () => {
      while (!isStopped) await send(agent, port, shots[name](token));
    })();
});
