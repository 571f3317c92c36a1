/**
 * The built-in push server: Pusher Channels protocol 7 over WebSocket, as unmodified `pusher-js` and `laravel-echo` speak
 * it. Public, private and presence channels, client events, ping; other nodes are reached through PostgreSQL's notify.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from '../../db/listener.ts';
import { fieldOf } from '../../unknown-value.ts';
import type { Push, PushMessage } from './port.ts';

const notifyChannel = 'maru_push';
const activityTimeoutSeconds = 120;
const checkMs = 30_000;
const maxMessageBytes = 10_000;
/** The apps join one channel of the household and one of the person; the rest is for presence and other clients. */
const maxChannels = 20;
/** Connections of one network (a carrier's address stands for many homes), and of all. */
const maxSocketsOfNetwork = 200;
const maxSockets = 20_000;
const maxData = 7000;
/** Sent between nodes: everyone on the channel rejoins, and is authorised again. No client receives or sends it. */
const rejoinEvent = 'maru:rejoin';
const rejoinAfterMs = 2_000;
/** The messages that a client may send in each ten seconds; one that sends more is disconnected, and may reconnect later. */
const maxMessages = 100;
const countMs = 10_000;
/** The bytes that may wait for a slow receiver before it is disconnected. */
const maxWaiting = 2 ** 20;

interface Member {
  user_id: string;
  user_info: unknown;
}

interface Connection {
  socket: WebSocket;
  id: string;
  channels: Set<string>;
  /** Presence channel → this connection's member. */
  members: Map<string, Member>;
  alive: boolean;
  /** Messages received since `countedFrom`, a monotonic instant in ms. */
  received: number;
  countedFrom: number;
}

/** A channel's name as the protocol allows it. */
const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;

export class BuiltInPush implements Push {
  readonly key: string;
  readonly #secret: string;
  readonly #pool: pg.Pool;
  readonly #log: FastifyBaseLogger;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  readonly #networkOf: ((request: IncomingMessage) => string) | undefined;
  readonly #maxSockets: number;
  /** Connections by the network that they come from. */
  readonly #socketsOf = new Map<string, number>();
  readonly #connections = new Set<Connection>();
  readonly #channels = new Map<string, Set<Connection>>();
  #stopListening = () => {};
  #timer: NodeJS.Timeout | undefined;

  /** `secret` is the service's; the app secret is derived from it, so that all nodes sign alike. */
  constructor(options: {
    key: string;
    secret: string;
    pool: pg.Pool;
    log: FastifyBaseLogger;
    /** The network that a connection counts for; without it all belong to one network, and only the total is limited. */
    networkOf?: (request: IncomingMessage) => string;
    maxSockets?: number;
  }) {
    this.#networkOf = options.networkOf;
    this.#maxSockets = options.maxSockets ?? maxSockets;
    this.key = options.key;
    this.#secret = createHmac('sha256', options.secret).update('push').digest('hex');
    this.#pool = options.pool;
    this.#log = options.log;
  }

  /** Accepts WebSocket upgrades of `/app/<key>` on that server, and begins to listen for other nodes. */
  async attach(server: Server): Promise<void> {
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#timer = setInterval(() => this.#dropSilent(), checkMs);
    this.#timer.unref();
    this.#stopListening = await listen(this.#pool, {
      channel: notifyChannel,
      onNotification: (payload) => this.#receiveFromNodes(payload),
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.dropAll();
    for (const { socket } of this.#connections) socket.terminate();
    this.#sockets.close();
    this.#stopListening();
  }

  /** Closes every connection; clients reconnect at once (code 4200), by then perhaps to another node. */
  dropAll(): void {
    for (const { socket } of this.#connections) socket.close(4200);
  }

  async broadcast(message: PushMessage): Promise<void> {
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) > maxData) throw new RangeError(`a push message is at most ${maxData} bytes`);
    await this.#pool.query('select pg_notify($1, $2)', [notifyChannel, text]);
  }

  async rejoin(channel: string): Promise<void> {
    await this.broadcast({ channel, event: rejoinEvent, data: null });
  }

  sign(socketId: string, channel: string, channelData?: string): string {
    const text =
      channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
    return `${this.key}:${createHmac('sha256', this.#secret).update(text).digest('hex')}`;
  }

  #receiveFromNodes(payload: string): void {
    const { channel, event, data } = JSON.parse(payload) as PushMessage;
    if (event === rejoinEvent) {
      // A device that was signed out disconnects by itself within this time; the others join again.
      setTimeout(() => {
        for (const { socket } of this.#channels.get(channel) ?? []) socket.close(4200);
      }, rejoinAfterMs).unref();
    } else this.#deliver(channel, event, data);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The HTTP server no longer listens to it: without this a reset connection would end the process.
    socket.on('error', () => socket.destroy());
    const [path = '', query] = (request.url ?? '').split('?', 2);
    const searchParams = new URLSearchParams(query);
    const key = /^\/app\/([^/]+)$/.exec(path)?.[1];
    if (key === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const network = this.#networkOf?.(request);
      const held = network === undefined ? 0 : (this.#socketsOf.get(network) ?? 0);
      if (this.#connections.size >= this.#maxSockets || held >= maxSocketsOfNetwork)
        refuse(opened, 4100, 'Over capacity');
      else if (key !== this.key) refuse(opened, 4001, 'Application does not exist');
      else if (searchParams.get('protocol') !== '7') refuse(opened, 4007, 'Unsupported protocol version');
      else this.#open(opened, network);
    });
  }

  #open(socket: WebSocket, network: string | undefined): void {
    if (network !== undefined) this.#socketsOf.set(network, (this.#socketsOf.get(network) ?? 0) + 1);
    const connection: Connection = {
      socket,
      id: `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`,
      channels: new Set(),
      members: new Map(),
      alive: true,
      received: 0,
      countedFrom: performance.now(),
    };
    this.#connections.add(connection);
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#connections.delete(connection);
      if (network !== undefined) {
        const left = (this.#socketsOf.get(network) ?? 1) - 1;
        if (left > 0) this.#socketsOf.set(network, left);
        else this.#socketsOf.delete(network);
      }
      for (const channel of [...connection.channels]) this.#leave(connection, channel);
    });
    socket.on('message', (raw) => {
      connection.alive = true;
      if (tooMany(connection)) return refuse(socket, 4100, 'Too many messages');
      this.#receive(connection, raw.toString());
    });
    send(socket, {
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: connection.id, activity_timeout: activityTimeoutSeconds }),
    });
  }

  #receive(connection: Connection, text: string): void {
    let message: { event?: unknown; data?: unknown; channel?: unknown } | null;
    try {
      message = JSON.parse(text);
    } catch {
      refuse(connection.socket, 4000, 'Messages are JSON', false);
      return;
    }
    const { event, channel, data } = message ?? {};
    if (event === 'pusher:ping') send(connection.socket, { event: 'pusher:pong', data: '{}' });
    else if (event === 'pusher:subscribe') this.#subscribe(connection, data);
    else if (event === 'pusher:unsubscribe') {
      const name = fieldOf(data, 'channel');
      if (typeof name === 'string') this.#leave(connection, name);
    } else if (typeof event === 'string' && event.startsWith('client-') && typeof channel === 'string') {
      // Clients may send each other events only on channels that each of them was authorised to join.
      const letIn = /^(private|presence)-/.test(channel) && connection.channels.has(channel);
      if (letIn) this.#deliver(channel, event, data, connection);
    }
  }

  #subscribe(connection: Connection, data: unknown): void {
    const [channel, auth, channelData] = ['channel', 'auth', 'channel_data'].map((name) =>
      fieldOf(data, name),
    );
    if (typeof channel !== 'string' || !channelName.test(channel)) {
      refuse(connection.socket, 4009, 'That is no channel name', false);
      return;
    }
    if (connection.channels.has(channel)) return;
    const given = typeof channelData === 'string' ? channelData : undefined;
    const member = channel.startsWith('presence-') ? readMember(given) : undefined;
    const error = this.#refusal(connection, channel, auth, given, member);
    if (error) {
      const detail = JSON.stringify({ type: 'AuthError', error, status: 401 });
      send(connection.socket, { event: 'pusher:subscription_error', channel, data: detail });
      return;
    }
    const others = this.#channels.get(channel) ?? new Set();
    if (member) {
      const known = this.#membersOf(channel).has(member.user_id);
      connection.members.set(channel, member);
      if (!known) this.#deliverInternal(channel, 'pusher_internal:member_added', member);
    }
    others.add(connection);
    this.#channels.set(channel, others);
    connection.channels.add(channel);
    send(connection.socket, {
      event: 'pusher_internal:subscription_succeeded',
      channel,
      data: JSON.stringify(member ? { presence: presenceOf(this.#membersOf(channel)) } : {}),
    });
  }

  /** Why this connection may not join; undefined when it may. */
  #refusal(
    connection: Connection,
    channel: string,
    auth: unknown,
    channelData: string | undefined,
    member: Member | undefined,
  ): string | undefined {
    if (connection.channels.size >= maxChannels) return 'Too many channels';
    if (!/^(private|presence)-/.test(channel)) return undefined;
    const right = Buffer.from(this.sign(connection.id, channel, channelData));
    const sent = Buffer.from(typeof auth === 'string' ? auth : '');
    if (right.length !== sent.length || !timingSafeEqual(right, sent)) return 'The signature is not right';
    return channel.startsWith('presence-') && !member ? 'Presence channels need channel data' : undefined;
  }

  #leave(connection: Connection, channel: string): void {
    const here = this.#channels.get(channel);
    here?.delete(connection);
    if (here?.size === 0) this.#channels.delete(channel);
    connection.channels.delete(channel);
    const member = connection.members.get(channel);
    connection.members.delete(channel);
    if (member && !this.#membersOf(channel).has(member.user_id)) {
      this.#deliverInternal(channel, 'pusher_internal:member_removed', { user_id: member.user_id });
    }
  }

  #membersOf(channel: string): Map<string, unknown> {
    const members = new Map<string, unknown>();
    for (const { members: own } of this.#channels.get(channel) ?? []) {
      const member = own.get(channel);
      if (member) members.set(member.user_id, member.user_info);
    }
    return members;
  }

  #deliverInternal(channel: string, event: string, data: unknown): void {
    for (const { socket } of this.#channels.get(channel) ?? []) {
      send(socket, { event, channel, data: JSON.stringify(data) });
    }
  }

  #deliver(channel: string, event: string, data: unknown, except?: Connection): void {
    const text = JSON.stringify({
      event,
      channel,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    });
    for (const connection of this.#channels.get(channel) ?? []) {
      if (connection !== except) sendText(connection.socket, text);
    }
  }

  /** Disconnects clients that have not answered since the last check. */
  #dropSilent(): void {
    for (const connection of this.#connections) {
      if (!connection.alive) {
        this.#log.debug({ socket: connection.id }, 'a push connection fell silent');
        connection.socket.terminate();
        continue;
      }
      connection.alive = false;
      connection.socket.ping();
    }
  }
}

function readMember(channelData: string | undefined): Member | undefined {
  try {
    const member: unknown = JSON.parse(channelData ?? '');
    const id = fieldOf(member, 'user_id');
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    return { user_id: String(id), user_info: fieldOf(member, 'user_info') ?? {} };
  } catch {
    return undefined;
  }
}

const presenceOf = (members: Map<string, unknown>) => ({
  count: members.size,
  ids: [...members.keys()],
  hash: Object.fromEntries(members),
});

function tooMany(connection: Connection): boolean {
  const now = performance.now();
  if (now - connection.countedFrom > countMs) {
    connection.countedFrom = now;
    connection.received = 0;
  }
  connection.received += 1;
  return connection.received > maxMessages;
}

function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxWaiting) socket.terminate();
  else socket.send(text);
}

const send = (socket: WebSocket, message: object): void => sendText(socket, JSON.stringify(message));

/** Sends the error. A code from 4000 to 4099 also stops the client from connecting again. */
function refuse(socket: WebSocket, code: number, message: string, close = true): void {
  send(socket, { event: 'pusher:error', data: JSON.stringify({ code, message }) });
  if (close) socket.close(code);
}
