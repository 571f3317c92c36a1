/** Every resource of the office: each folder below `resources/` declares its own, with its place in the menu. Who may read which is the role's matter. */
import type { StaffModule } from '../contract/admin/permissions.ts';
import type { Declared } from './kit/declared-resources.ts';
import { menuGroupNames, type PlacedResource } from './kit/resource.tsx';

const folders = import.meta.glob<Record<string, Declared | PlacedResource>>('./resources/*/index.tsx', {
  eager: true,
});

/** Those that are entered within another one's page too. */
export const declared = Object.values(folders).flatMap((folder) => Object.values(folder));

/** Those with pages of their own. */
export const officeResources = declared
  .filter((resource) => 'menu' in resource)
  .sort((a, b) => a.menu.place - b.menu.place);

/** The menu's entries in their groups. */
export const menuGroups = menuGroupNames.map((group) => ({
  title: `menu.${group}` as const,
  resources: officeResources.filter(({ menu }) => menu.group === group),
}));

/** Every menu's name in the usual order, with the title of its group. */
export const menusInOrder = new Map(
  menuGroups.flatMap(({ title, resources }) => resources.map(({ name }) => [name as string, title] as const)),
);

/** Every resource by its name. */
export const declaredByName: Partial<Record<string, Declared>> = Object.fromEntries(
  declared.map((resource) => [resource.name, resource]),
);

/** The module whose permissions count for a resource. */
export const moduleOf = (resource: string): StaffModule =>
  declaredByName[resource]?.module ?? (resource as StaffModule);
