/** What the office keeps for each member of staff: preferences and saved views of lists. */
import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import { readFilter } from '../../../contract/admin/filters.ts';
import type { SavedView, ViewState } from '../../../contract/admin/office.ts';
import { calls } from '../../../contract/calls.ts';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { hidesFilter } from '../../resource/hidden-fields.ts';
import { filtersOf, findListSource } from '../../resource/list-source.ts';
import { preferences, staff, views } from './staff.tables.ts';

const maxPreferences = 500;
const maxViews = 200;

/** The preferences of a member of staff, by key. */
export async function listPreferences({ db }: Context, staffId: string): Promise<Record<string, unknown>> {
  const rows = await db.select().from(preferences).where(eq(preferences.staffId, staffId));
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Sets a preference; null removes it. A member of staff has a bounded number of them. */
export async function setPreference(
  { db }: Context,
  staffId: string,
  { key, value }: { key: string; value: unknown },
): Promise<void> {
  const own = and(eq(preferences.staffId, staffId), eq(preferences.key, key));
  if (value === null) {
    await db.delete(preferences).where(own);
    return;
  }
  const [counted] = await db
    .select({ total: count() })
    .from(preferences)
    .where(and(eq(preferences.staffId, staffId), sql`${preferences.key} <> ${key}`));
  if ((counted?.total ?? 0) >= maxPreferences) failField('key', 'max_items', { max: maxPreferences });
  await db
    .insert(preferences)
    .values({ staffId, key, value })
    .onConflictDoUpdate({ target: [preferences.staffId, preferences.key], set: { value } });
}

/** The views of a resource that a member of staff sees, by name. */
export async function listViews(
  context: Context,
  reader: StaffMember,
  resource: string,
): Promise<SavedView[]> {
  const rows = await context.db
    .select({ view: views, maker: staff.name })
    .from(views)
    .innerJoin(staff, eq(staff.id, views.staffId))
    .where(
      and(eq(views.resource, resource), or(eq(views.staffId, reader.id), eq(views.roleId, reader.roleId))),
    )
    .orderBy(asc(views.name), asc(views.id));
  return rows.map(({ view, maker }) => ({
    id: view.id,
    resource,
    name: view.name,
    role_id: view.roleId,
    mine: view.staffId === reader.id,
    staff_name: maker,
    ...readableState(context, view.state, reader, resource),
  }));
}

/** A view without the fields that its reader may not read, and the filters that read one. */
function readableState(
  context: Context,
  state: ViewState,
  reader: StaffMember,
  resource: string,
): { state: ViewState; lost_fields: string[] } {
  const source = findListSource(context, resource);
  const isHidden = (name: string) => source !== undefined && hidesFilter(reader, filtersOf(source), name);
  const names = [...Object.keys(state.filter), state.sort, ...(state.columns ?? [])];
  return {
    state: {
      filter: Object.fromEntries(Object.entries(state.filter).filter(([name]) => !isHidden(name))),
      sort: isHidden(state.sort) ? 'id' : state.sort,
      order: state.order,
      columns: state.columns?.filter((field) => !isHidden(field)) ?? null,
    },
    lost_fields: [...new Set(names.filter(isHidden).map((name) => readFilter(name)?.field ?? name))],
  };
}

/** Saves a view; a role can be given a view by those who are in it, or who may change roles. */
export async function createView(
  context: Context,
  maker: StaffMember,
  view: Pick<SavedView, 'resource' | 'name' | 'state' | 'role_id'>,
): Promise<string> {
  const { db } = context;
  if (!(`GET /api/admin/${view.resource}` in calls) && !findListSource(context, view.resource))
    fail('not_found');
  requireMayShare(maker, view.role_id);
  const [own] = await db.select({ total: count() }).from(views).where(eq(views.staffId, maker.id));
  if ((own?.total ?? 0) >= maxViews) failField('name', 'max_items', { max: maxViews });
  const [row] = await db
    .insert(views)
    .values({
      staffId: maker.id,
      roleId: view.role_id,
      resource: view.resource,
      name: view.name,
      state: view.state,
    })
    .returning({ id: views.id });
  return row?.id ?? fail('internal');
}

/** Changes an own view. */
export async function updateView(
  { db, now }: Context,
  maker: StaffMember,
  id: string,
  change: Partial<Pick<SavedView, 'name' | 'state' | 'role_id'>>,
): Promise<void> {
  const { role_id: roleId, ...rest } = change;
  if (roleId !== undefined) requireMayShare(maker, roleId);
  const changed = await db
    .update(views)
    .set({ ...rest, ...(roleId === undefined ? {} : { roleId }), updatedAt: now() })
    .where(and(eq(views.id, id), eq(views.staffId, maker.id)))
    .returning({ id: views.id });
  if (changed.length === 0) fail('not_found');
}

/** Deletes an own view. */
export async function removeView({ db }: Context, maker: StaffMember, id: string): Promise<void> {
  const gone = await db
    .delete(views)
    .where(and(eq(views.id, id), eq(views.staffId, maker.id)))
    .returning({ id: views.id });
  if (gone.length === 0) fail('not_found');
}

function requireMayShare(maker: StaffMember, roleId: string | null): void {
  if (roleId !== null && roleId !== maker.roleId && !maker.may('roles', 'update')) failField('role_id', 'in');
}
