/** Answers over HTTP: who asks, idempotency, faults that were asked for, and the pages for browsers. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type pg from 'pg';
import { answerChallenge, expand, routes } from './api.ts';
import { type Answer, ApiError, type Call } from './call.ts';
import { type Form, readForm } from './forms.ts';
import { pageAt } from './pages.ts';
import { newId, Store } from './store.ts';
import { readWebhookSettings } from './webhooks.ts';

export interface GatewaySettings {
  connection: pg.PoolConfig;
  /** 0: a free one. */
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  webhookUrl?: string | undefined;
}

const maxBodyBytes = 64 * 1024;
/** As Stripe keeps them. */
const keptSeconds = 24 * 3600;
const defaultVersion = '2026-10-28.endive';

const equals = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

const refusal = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
});

interface Asked {
  method: string;
  path: string;
  id: string;
  params: Form;
  text: string;
  idempotencyKey: string | null;
  version: string;
  isPublic: boolean;
}

/** What may be asked for only here. */
const testRoutes = ['/test/clock', '/test/webhooks', '/test/faults'];
const faultKinds = ['slow', 'lost', 'kill', '500', '429'];

export class GatewayServer {
  private origin = '';

  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: GatewaySettings,
    /** Hears that something may be due. */
    private readonly onChange: () => void,
  ) {}

  listen(): Promise<{ server: Server; port: number }> {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error) => {
        // Without what was sent: it may hold a number.
        console.error(`gateway: ${error instanceof Error ? error.stack : 'failed'}`);
        if (!response.headersSent)
          send(response, refusal(500, 'An unknown error occurred.', { type: 'api_error' }));
        else response.destroy();
      });
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.settings.port, '127.0.0.1', () => {
        const address = server.address();
        const port = address && typeof address === 'object' ? address.port : 0;
        this.origin = `http://127.0.0.1:${port}`;
        resolve({ server, port });
      });
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const [path = '/', query = ''] = (request.url ?? '/').split('?');
    // Frames of opaque origin ask, with a key that is no secret and the secret of one object.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('request-id', newId('req'));
    if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'authorization, content-type, stripe-version');
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.writeHead(204).end();
      return;
    }
    const page = method === 'GET' ? pageAt(path) : undefined;
    if (page) {
      response.writeHead(200, page.headers).end(page.text);
      return;
    }
    const body = await readBody(request);
    if (body === undefined) return send(response, refusal(413, 'The request is too large.'));
    const isJson = path.startsWith('/test/');
    const params = isJson ? undefined : readForm(method === 'GET' ? query : body);
    if (!isJson && !params) return send(response, refusal(400, 'The request could not be read.'));
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isSecret = equals(key, this.settings.secretKey);
    const isPublic = equals(key, this.settings.publishableKey);
    if (!isSecret && !isPublic)
      return send(
        response,
        refusal(401, key ? 'Invalid API Key provided.' : 'You did not provide an API key.'),
      );
    if (isJson) {
      if (!isSecret) return send(response, refusal(403, 'A secret key is needed.'));
      return send(response, await this.test(method, path, body));
    }
    const asked: Asked = {
      method,
      path,
      id: '',
      params: params as Form,
      text: body,
      idempotencyKey: (isSecret && method === 'POST' && header(request, 'idempotency-key')) || null,
      version: header(request, 'stripe-version') ?? defaultVersion,
      isPublic: !isSecret,
    };
    if (asked.idempotencyKey && asked.idempotencyKey.length > 255)
      return send(response, refusal(400, 'Idempotency keys are at most 255 characters long.'));
    const fault = await this.takeFault(path);
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === '500')
      return send(response, refusal(500, 'An unknown error occurred.', { type: 'api_error' }));
    if (fault?.kind === '429')
      return send(
        response,
        refusal(429, 'Too many requests hit the API too quickly.', { code: 'rate_limit' }),
      );
    const answer = await this.run(asked);
    if (method !== 'GET') this.onChange();
    if (fault?.kind === 'kill') process.kill(process.pid, 'SIGKILL');
    if (fault?.kind === 'lost') {
      response.destroy();
      return;
    }
    send(response, answer);
  }

  private async takeFault(path: string): Promise<{ kind: string; ms: number } | undefined> {
    const { rows } = await this.pool.query<{ kind: string; ms: number }>(
      `update gateway.faults set times = times - 1
       where id = (select id from gateway.faults where times > 0 and strpos($1, path) > 0 order by id limit 1 for update)
       returning kind, ms`,
      [path],
    );
    return rows[0];
  }

  /** Work, and the record of its key, in one transaction: a kill leaves both or neither. */
  private async run(asked: Asked): Promise<Answer> {
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      await client.query('begin');
      const now = await readClock(client);
      const { idempotencyKey: key } = asked;
      if (!key) {
        const answer = await this.work(client, asked, now);
        await client.query('commit');
        return answer;
      }
      const { rows: locks } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 721004553)) as taken',
        [key],
      );
      if (!locks[0]?.taken) {
        await client.query('rollback');
        return refusal(409, 'There is currently another in-progress request using this Idempotent Key.', {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
        });
      }
      const fingerprint = createHash('sha256')
        .update(`${asked.method} ${asked.path}\n${asked.text}`)
        .digest('hex');
      const { rows } = await client.query<{ fingerprint: string; status: number; answer: string }>(
        'select fingerprint, status, answer from gateway.requests where key = $1 and created > $2',
        [key, now - keptSeconds],
      );
      const [kept] = rows;
      if (kept) {
        await client.query('rollback');
        if (kept.fingerprint !== fingerprint)
          return refusal(
            400,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            { type: 'idempotency_error' },
          );
        return { status: kept.status, body: JSON.parse(kept.answer) };
      }
      const answer = await this.work(client, asked, now);
      await client.query(
        `insert into gateway.requests (key, fingerprint, status, answer, created) values ($1, $2, $3, $4, $5)
         on conflict (key) do update set fingerprint = $2, status = $3, answer = $4, created = $5`,
        [key, fingerprint, answer.status, JSON.stringify(answer.body), now],
      );
      await client.query('commit');
      return answer;
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      // Parameters that were refused were not begun on: their key stays free.
      if (error instanceof ApiError) return { status: error.status, body: { error: error.body } };
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  private async work(client: pg.ClientBase, asked: Asked, now: number): Promise<Answer> {
    const { method, params, isPublic } = asked;
    const call: Call = {
      store: new Store(client, now, method !== 'GET'),
      params,
      id: '',
      idempotencyKey: asked.idempotencyKey,
      version: asked.version,
      secret: this.settings.webhookSecret,
      origin: this.origin,
      clientSecret: isPublic && typeof params.client_secret === 'string' ? params.client_secret : undefined,
    };
    const challenge = /^\/v3\/challenge\/(\w+)\/(complete|fail)$/.exec(asked.path);
    if (challenge && method === 'POST')
      return answerChallenge(
        { ...call, id: challenge[1] ?? '', clientSecret: String(params.client_secret) },
        challenge[2] === 'complete',
      );
    const [, folder = '', id = '', action = ''] =
      /^(\/v1\/(?:tax\/)?\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(asked.path) ?? [];
    const exact = routes[`${method} ${asked.path}`];
    const route = exact ?? routes[`${method} ${folder}/:${action && `/${action}`}`];
    if (!route || (!exact && !id))
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${asked.path.slice(0, 100)}).`,
      });
    if (isPublic) {
      if (!route.isPublic || !call.clientSecret)
        throw new ApiError(403, {
          type: 'invalid_request_error',
          message: 'A publishable key cannot do that.',
        });
      // The object's secret is asked before anything is done.
      const { rows } = await client.query('select 1 from gateway.objects where id = $1 and body->>$3 = $2', [
        id,
        call.clientSecret,
        'client_secret',
      ]);
      if (rows.length === 0)
        throw new ApiError(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'No such intent.',
        });
    }
    try {
      const answer = await route.handler({ ...call, id: exact ? '' : id });
      if (answer.status === 200) {
        // What is expanded is of the answer alone.
        const body = structuredClone(answer.body);
        await expand(call, body);
        return { status: 200, body };
      }
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isKept)
        return { status: error.status, body: { error: error.body } };
      throw error;
    }
  }

  /** What only a simulator has: its clock, its faults, what it sends and how, and disputes. */
  private async test(method: string, path: string, text: string): Promise<Answer> {
    let asked: Record<string, unknown>;
    try {
      asked = text ? JSON.parse(text) : {};
    } catch {
      return refusal(400, 'The request could not be read.');
    }
    const number = (name: string, standard: number) => {
      const value = asked[name] ?? standard;
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : standard;
    };
    const dispute = /^\/test\/disputes\/(\w+)\/(win|lose)$/.exec(path);
    const resend = /^\/test\/events\/(\w+)\/send$/.exec(path);
    if (method !== 'POST' || (!testRoutes.includes(path) && !dispute && !resend))
      return refusal(404, 'Unrecognized request URL.');
    if (path === '/test/clock') {
      await this.pool.query(
        `insert into gateway.settings values ('clock', to_jsonb($1::bigint))
         on conflict (name) do update set value = to_jsonb((gateway.settings.value)::text::bigint + $1::bigint)`,
        [number('advance_seconds', 0)],
      );
      return { status: 200, body: { now: await readClock(this.pool) } };
    }
    if (path === '/test/webhooks') {
      const now = await readWebhookSettings(this.pool);
      const next = {
        held: typeof asked.held === 'boolean' ? asked.held : now.held,
        reversed: typeof asked.reversed === 'boolean' ? asked.reversed : now.reversed,
        delay_ms: number('delay_ms', now.delay_ms),
        repeat: Math.min(10, number('repeat', now.repeat)),
        url: typeof asked.url === 'string' ? asked.url : now.url,
      };
      await this.pool.query(
        `insert into gateway.settings values ('webhooks', $1) on conflict (name) do update set value = $1`,
        [next],
      );
      this.onChange();
      return { status: 200, body: next };
    }
    if (path === '/test/faults') {
      if (asked.kind === 'none') await this.pool.query('delete from gateway.faults');
      else {
        if (!faultKinds.includes(String(asked.kind)))
          return refusal(400, `A fault is ${faultKinds.join(', ')} or none.`);
        await this.pool.query('insert into gateway.faults (kind, path, ms, times) values ($1, $2, $3, $4)', [
          asked.kind,
          typeof asked.path === 'string' ? asked.path : '',
          Math.min(60_000, number('ms', 1000)),
          number('times', 1),
        ]);
      }
      return { status: 200, body: {} };
    }
    if (resend) {
      const { rowCount } = await this.pool.query(
        `insert into gateway.deliveries (event_id, due_at) select id, now() from gateway.objects where id = $1 and object = 'event'`,
        [resend[1]],
      );
      this.onChange();
      return rowCount ? { status: 200, body: {} } : refusal(404, 'No such event.');
    }
    const asOne: Asked = {
      method,
      path: `/v1/disputes/${dispute?.[1]}`,
      id: '',
      params:
        readForm(`evidence[uncategorized_text]=${dispute?.[2] === 'win' ? 'winning' : 'losing'}_evidence`) ??
        {},
      text: '',
      idempotencyKey: null,
      version: defaultVersion,
      isPublic: false,
    };
    const answer = await this.run(asOne);
    this.onChange();
    return answer;
  }
}

/** Seconds of the simulator's clock: the real one, ahead by what was asked for. */
async function readClock(db: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await db.query<{ ahead: number }>(
    `select value::text::bigint as ahead from gateway.settings where name = 'clock'`,
  );
  return Math.floor(Date.now() / 1000) + Number(rows[0]?.ahead ?? 0);
}

const header = (request: IncomingMessage, name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
