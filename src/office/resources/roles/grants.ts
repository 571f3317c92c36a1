import {
  type Permissions,
  type StaffAction,
  type StaffModule,
  staffActions,
} from '../../../contract/admin/permissions.ts';

/** The permissions with some grants given or taken. Whoever may change something may also read it. */
export function withGrants(
  permissions: Permissions,
  names: readonly StaffModule[],
  actions: readonly StaffAction[],
  given: boolean,
): Permissions {
  const next: Permissions = { ...permissions };
  for (const name of names) {
    const own = new Set(next[name] ?? []);
    for (const action of actions) {
      if (given) own.add(action);
      else own.delete(action);
    }
    if (given && own.size > 0) own.add('read');
    if (!given && actions.includes('read')) own.clear();
    const kept = staffActions.filter((action) => own.has(action));
    if (kept.length > 0) next[name] = kept;
    else delete next[name];
  }
  return next;
}
