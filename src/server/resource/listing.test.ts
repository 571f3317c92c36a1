/** Read-only lists support the same queries as other lists. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { buildStaff } from '../../../test/build.ts';
import type { CallName } from '../../contract/calls.ts';
import { resourcesOf } from './registry.ts';

const api = await openTestApi();
const { token } = await buildStaff(api.db);
const id = '01a21004-586f-7086-ba7d-f897c09e6ffa';
const text = (field: string) => ({ [`${field}_like`]: 'a', [`${field}_empty`]: 'true' });
const instant = (field: string) => ({
  [`${field}_from`]: '2026-01-01T00:00:00Z',
  [`${field}_until`]: '2027-01-01T00:00:00Z',
  [`${field}_empty`]: 'false',
});
const number = (field: string) => ({
  [`${field}_min`]: '1',
  [`${field}_max`]: '2',
  [`${field}_empty`]: 'false',
});
const record = (field: string) => ({ [`${field}_in`]: id, [`${field}_empty`]: 'true' });

/** Filters that the office offers for each list. */
const asked: Record<string, Record<string, string>> = {
  customers: {
    ...text('username'),
    ...instant('suspended_at'),
    ...instant('created_at'),
    ...instant('email_verified_at'),
    ...instant('deletion_requested_at'),
    locale_in: 'ko',
    suspended: 'true',
  },
  inquiries: {
    ...text('title'),
    ...text('username'),
    ...record('user_id'),
    ...record('assigned_to'),
    ...instant('created_at'),
    ...instant('answered_at'),
    ...instant('updated_at'),
    status_in: 'received,closed',
    type_in: 'other',
    assigned: 'me',
  },
  logins: {
    ...text('name'),
    ...text('country'),
    ...text('device'),
    ...instant('created_at'),
    kind_in: 'staff',
    outcome_in: 'failed',
    succeeded: 'false',
    address: '203.0.113.7',
  },
  mail: {
    ...text('subject'),
    ...instant('created_at'),
    ...instant('sent_at'),
    ...number('attempts'),
    state_in: 'sent',
    to_address: 'a@example.com',
  },
  imports: {
    ...text('file_name'),
    ...text('staff_name'),
    ...instant('created_at'),
    ...number('rows'),
    state_in: 'done',
  },
  'youtube-syncs': {
    ...text('staff_name'),
    ...instant('created_at'),
    ...instant('ended_at'),
    ...number('new_count'),
    ...number('changed_count'),
    ...number('withdrawn_count'),
    ...number('units'),
    dry_run_in: 'true',
    state_in: 'done',
  },
  'partner-statements': {
    ...text('partner_ko'),
    ...text('partner_en'),
    ...record('content_partner_id'),
    ...number('views'),
    ...number('minutes'),
    ...number('amount_cents'),
    month_from: '2026-01-01',
    month_until: '2026-12-01',
  },
  assets: {
    ...text('file_name'),
    ...instant('created_at'),
    ...number('duration_ms'),
    ...number('size_bytes'),
    state_in: 'ready',
  },
};

test.each(Object.keys(asked))('%s are filtered by every field, counted, and exported', async (resource) => {
  const { shape, options } = resourcesOf(api.context).get(resource) ?? expect.fail('not a resource');
  const ask = (query: object) =>
    api.call(`GET /api/admin/${resource}` as CallName, { token, query: query as never });
  for (const [filter, value] of Object.entries(asked[resource] ?? {}))
    expect((await ask({ [filter]: value })).status, filter).toBe(200);
  for (const sort of shape.sort) {
    const { body } = await ask({ sort, order: 'desc', count: 'exact', q: 'a' });
    expect(body, sort).toMatchObject({ data: [], meta: { total: expect.any(Number), next: null } });
  }
  const column = { field: 'id', label: 'id' };
  const body = { resource, format: 'xlsx' as const, query: {}, columns: [column] };
  expect((await api.call('POST /api/admin/exports', { token, body })).status).toBe(200);
  if (!options.isReadOnly) return;
  const change = { action: 'delete' as const };
  const changed = await api.call('POST /api/admin/changes', { token, body: { resource, ids: [id], change } });
  expect(changed.status).toBe(404);
});
