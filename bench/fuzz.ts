/**
 * Sends tens of thousands of generated requests to the application in process. Counts answers of 5xx, and measures the longest delay
 * of the event loop by call.
 */
import type { Context } from '../src/server/context.ts';
import { fuzz } from '../test/fuzz.ts';
import { report } from './measure.ts';

/** Another seed (`BENCH_FUZZ_SEED`) sends other requests. */
export async function measureFuzz(context: Context): Promise<void> {
  const seed = Number(process.env.BENCH_FUZZ_SEED ?? 1);
  for (const [what, counts] of [
    ['generated', { generated: 30_000, chained: 0 }],
    ['mostly valid, chained ids, four roles', { generated: 0, chained: 6000 }],
  ] as const) {
    const { sent, statuses, answered, failures, delays } = await fuzz(context, {
      ...counts,
      seed,
      measuresDelay: true,
    });
    for (const failure of failures.slice(0, 20)) console.log(failure.slice(0, 600));
    report(`fuzz, ${sent} requests ${what}: 5xx`, failures.length, '0');
    report(`fuzz, ${what}: calls that answered 200`, answered.size);
    report(`fuzz, ${what}: answers`, JSON.stringify(statuses));
    const longest = [...delays].sort(([, a], [, b]) => b - a);
    for (const [name, ms] of longest.slice(0, 10)) report(`event loop, longest delay ms, ${name}`, ms);
    report(`fuzz, ${what}: longest delay of the event loop, ms`, longest[0]?.[1] ?? 0, '≤ 50');
  }
}
