/**
 * When titles leave: with their window, or earlier by a planned release that takes them away, and later or not at all where one gives
 * them more time. Terms of content partners hide nothing when they end, so they are not asked.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '../../http/caller.ts';
import { plannedChanges, releases } from '../releases/releases.tables.ts';

const dayMs = 86_400_000;
/** How long before its end a title is said to leave soon. */
const leavingSoonMs = 30 * dayMs;

interface Within {
  now: Date;
  until: Date;
}

/** The time within which what leaves is said to leave soon. */
export const leavingSoon = (now: Date): Within => ({ now, until: new Date(now.getTime() + leavingSoonMs) });

/**
 * What releases until an instant do to titles, for a viewer: `hides` takes one away, `sets_until` gives it another end of its window,
 * `ends_at`, which is null for none. A release waits where the end is no longer what it was planned over, so it does not count; nor
 * does one that waits already.
 */
export const plannedForTitles = (viewer: Viewer, { now, until }: Within, also: SQL = sql``): SQL => sql`
  select c.entity_id as programme_id, r.applies_at,
    c.fields ? 'available_until' as sets_until, (c.fields ->> 'available_until')::timestamptz as ends_at,
    c.action = 'delete' or coalesce(c.fields ->> 'published' = 'false', false)
      or coalesce((c.fields ->> 'available_from')::timestamptz > r.applies_at, false)
      or coalesce((c.fields ->> 'maturity')::int > ${viewer.maturity}, false)
      or coalesce(jsonb_typeof(c.fields -> 'regions') = 'array' and not c.fields -> 'regions' ? ${viewer.region}, false) as hides
  from ${releases} r join ${plannedChanges} c on c.release_id = r.id and c.entity = 'programmes' and c.action <> 'create'
  join catalog_programmes own on own.id = c.entity_id
  where r.status = 'planned' and r.applies_at > ${now} and r.applies_at <= ${until} ${also}
    and (not c.fields ? 'available_until'
      or (c.before ->> 'available_until')::timestamptz is not distinct from own.available_until)`;

/** Ends that come from releases `planned`. Of several that move the end of a window the first does; the others wait then. */
export const plannedEnds = sql`
  select programme_id, applies_at as ends_at from planned where hides
  union all
  select own.programme_id, greatest(own.ends_at, own.applies_at) from planned own where own.ends_at is not null and not exists (
    select from planned earlier where earlier.programme_id = own.programme_id and earlier.sets_until
      and earlier.applies_at < own.applies_at)`;

/** That no release `planned` moves the end of a programme's window before it has come. */
export const keepsItsEnd = sql`not exists (
  select from planned where planned.programme_id = catalog_programmes.id and planned.sets_until
    and planned.applies_at <= catalog_programmes.available_until)`;

/** When a programme leaves, where it is known to within that time; null otherwise. */
export const leavesAt = (viewer: Viewer, within: Within): SQL => sql`(
  with planned as (${plannedForTitles(viewer, within, sql`and c.entity_id = catalog_programmes.id`)})
  select min(ends_at) from (
    ${plannedEnds}
    union all select catalog_programmes.id, catalog_programmes.available_until where ${keepsItsEnd}) own
  where ends_at > ${within.now} and ends_at <= ${within.until})`;
