import { usePermissions } from 'react-admin';
import type { Permissions } from '../../contract/admin/permissions.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useIdentity } from '../kit/hidden-fields.ts';
import { menuGroups, moduleOf } from '../menu.ts';
import { groupMenus, type MenuGroup } from '../menu-order.ts';

/** The menus that the signed-in person may open, as their role has them. */
export function useMenus(): MenuGroup[] {
  const text = useText();
  const locale = useOfficeLocale();
  const { permissions } = usePermissions<Permissions>();
  const { data: me } = useIdentity();
  const readable = menuGroups.flatMap(({ title, resources }) =>
    resources
      .filter(({ name }) => permissions?.[moduleOf(name)]?.includes('read'))
      .map(({ name }) => ({ resource: name, group: text(title) })),
  );
  return groupMenus(readable, me?.menus ?? [], locale);
}
