/** The job of signing in with other services: forgetting who came back and went no further. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { purgeVisits } from '../visits.service.ts';

const hourMs = 3_600_000;

export const tidyVisitsJob = defineJob<Record<string, never>>(
  'social_login_tidy',
  async (_payload, context) => {
    await purgeVisits(context);
    await schedule(context, new Date(context.now().getTime() + hourMs));
  },
);

const schedule = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, tidyVisitsJob, {}, { key: 'social-login:tidy', runAt });

/** Sees to it that visits are forgotten within the hour. */
export const watchVisits = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  schedule(context, context.now());
