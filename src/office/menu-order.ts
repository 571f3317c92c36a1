/** The office's menus as a role has them: in its order, under its names, in its groups. */

import type { PlacedMenu } from '../contract/admin/session.ts';
import type { Locale } from '../contract/errors.ts';

/** Every menu with its place: those that the role places, then the rest in their usual order. */
export function orderMenus(names: readonly string[], placed: readonly PlacedMenu[]): PlacedMenu[] {
  const own = placed.filter(({ resource }) => names.includes(resource));
  const rest = names.filter((name) => !own.some(({ resource }) => resource === name));
  return [
    ...own,
    ...rest.map((resource) => ({
      resource,
      name_ko: '',
      name_en: '',
      group_ko: '',
      group_en: '',
      hidden: false,
    })),
  ];
}

export interface MenuGroup {
  title: string;
  items: { resource: string /** Undefined: its own name. */; name: string | undefined }[];
}

/** The shown menus in their groups, which come in the order of their first menus. */
export function groupMenus(
  menus: readonly { resource: string; group: string }[],
  placed: readonly PlacedMenu[],
  locale: Locale,
): MenuGroup[] {
  const usual = new Map(menus.map(({ resource, group }) => [resource, group]));
  const groups = new Map<string, MenuGroup>();
  for (const menu of orderMenus([...usual.keys()], placed)) {
    if (menu.hidden) continue;
    const title = menu[`group_${locale}`] || (usual.get(menu.resource) ?? '');
    const group = groups.get(title) ?? { title, items: [] };
    group.items.push({ resource: menu.resource, name: menu[`name_${locale}`] || undefined });
    groups.set(title, group);
  }
  return [...groups.values()];
}
