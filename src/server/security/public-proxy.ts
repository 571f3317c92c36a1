/**
 * A proxy for programs that follow addresses from outside, such as ffmpeg with a playlist. It connects to public addresses alone, also
 * after a redirect, because each request of the program passes through it.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PrivateAddress, resolvePublic } from './public-address.ts';

export interface PublicProxy {
  /** `http://127.0.0.1:…` */
  address: string;
  /** Why a connection could not be made: the last reason. */
  problem(): 'private_address' | 'no_answer' | undefined;
  close(): void;
}

const timeoutMs = 10_000;

/** Headers of one connection only. */
const perConnection = ['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Starts a proxy on this machine alone. Hosts of `allowed` can be private. */
export async function startPublicProxy(allowed: readonly string[]): Promise<PublicProxy> {
  let problem: ReturnType<PublicProxy['problem']>;
  const sockets = new Set<Socket>();
  const resolve = async (host: string, port: number) => {
    try {
      return await resolvePublic(host, port, allowed);
    } catch (error) {
      problem = error instanceof PrivateAddress ? 'private_address' : 'no_answer';
      throw error;
    }
  };

  async function forward(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
    if (url?.protocol !== 'http:' || !['GET', 'HEAD'].includes(incoming.method ?? '')) {
      reply.writeHead(400).end();
      return;
    }
    const port = Number(url.port || 80);
    const { address, family } = await resolve(url.hostname, port);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !perConnection.includes(name)),
    );
    const outgoing = request({
      host: address,
      family,
      port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      timeout: timeoutMs,
    });
    outgoing.on('response', (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !perConnection.includes(name));
      reply.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(reply);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', () => {
      problem ??= 'no_answer';
      if (reply.headersSent) reply.destroy();
      else reply.writeHead(502).end();
    });
    reply.on('close', () => outgoing.destroy());
    outgoing.end();
  }

  const server = createServer((incoming, reply) => {
    forward(incoming, reply).catch(() => reply.writeHead(problem === 'private_address' ? 403 : 502).end());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // The tunnel of an encrypted connection.
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(incoming.url ?? '') ?? [];
    client.on('error', () => client.destroy());
    resolve(host, Number(port)).then(
      ({ address }) => {
        const target = connect({ host: address, port: Number(port), timeout: timeoutMs });
        target.once('connect', () => {
          client.write('HTTP/1.1 200 Connection established\r\n\r\n');
          target.write(head);
          target.pipe(client);
          client.pipe(target);
        });
        target.on('timeout', () => target.destroy(new Error('timeout')));
        target.on('error', () => {
          problem ??= 'no_answer';
          client.destroy();
        });
        target.on('close', () => client.destroy());
        client.on('close', () => target.destroy());
      },
      () => client.end(`HTTP/1.1 ${problem === 'private_address' ? 403 : 502} Refused\r\n\r\n`),
    );
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    problem: () => problem,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
