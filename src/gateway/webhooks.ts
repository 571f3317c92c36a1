/** Sends events: signed as Stripe signs them, until they are taken, more than once, late or in another order if that is asked for. */
import { createHmac } from 'node:crypto';
import type pg from 'pg';

const maxAnswerMs = 10_000;
const batchSize = 20;
/** Stripe goes on for three days; a day is enough here. Each wait is twice the last, up to an hour. */
const maxAttempts = 30;
const maxWaitSeconds = 3600;

export interface WebhookSettings {
  /** Nothing is sent until it is let go. */
  held: boolean;
  /** The newest first. */
  reversed: boolean;
  delay_ms: number;
  repeat: number;
  url: string | null;
}
export const usualWebhooks: WebhookSettings = {
  held: false,
  reversed: false,
  delay_ms: 0,
  repeat: 1,
  url: null,
};

/** The header of a signed event. */
export function signEvent(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

export async function readWebhookSettings(db: pg.Pool | pg.ClientBase): Promise<WebhookSettings> {
  const { rows } = await db.query<{ value: Partial<WebhookSettings> }>(
    `select value from gateway.settings where name = 'webhooks'`,
  );
  return { ...usualWebhooks, ...rows[0]?.value };
}

interface Due {
  id: number;
  attempts: number;
  body: object;
}

/** Sends what is due, once round. Answers whether there was anything. */
export async function sendDueEvents(
  pool: pg.Pool,
  secret: string,
  url: string | undefined,
): Promise<boolean> {
  const settings = await readWebhookSettings(pool);
  const to = settings.url ?? url;
  if (settings.held || !to) return false;
  // Taken by moving its next attempt ahead: a kill before it was taken note of sends it again. What is held is asked for once more in the
  // same snapshot: events that were made after it are held too.
  const { rows } = await pool.query<Due>(
    `with due as (
       select id from gateway.deliveries where delivered_at is null and due_at <= now() and attempts < ${maxAttempts}
         and not exists (select from gateway.settings where name = 'webhooks' and (value->>'held')::boolean)
       order by id ${settings.reversed ? 'desc' : 'asc'} limit ${batchSize} for update skip locked)
     update gateway.deliveries d set attempts = attempts + 1,
       due_at = now() + least(5 * power(2, attempts), ${maxWaitSeconds}) * interval '1 second'
     from due, gateway.objects o where d.id = due.id and o.id = d.event_id
     returning d.id, d.attempts, o.body`,
  );
  rows.sort((a, b) => (settings.reversed ? b.id - a.id : a.id - b.id));
  for (const { id, body } of rows) {
    const text = JSON.stringify(body);
    const taken = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(text, secret) },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(maxAnswerMs),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (taken) await pool.query('update gateway.deliveries set delivered_at = now() where id = $1', [id]);
  }
  return rows.length > 0;
}
