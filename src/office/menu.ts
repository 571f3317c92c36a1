/**
 * All resources of the office. Each folder below `resources/` declares its resources and their place in the
 * menu. The role decides which resources a staff member may read.
 */
import type { StaffModule } from '../contract/admin/permissions.ts';
import type { Declared } from './kit/declared-resources.ts';
import { menuGroupNames, type PlacedResource } from './kit/resource.tsx';

const folders = import.meta.glob<Record<string, Declared | PlacedResource>>('./resources/*/index.tsx', {
  eager: true,
});

/** All resources, including those that are part of another resource's page. */
export const declared = Object.values(folders).flatMap((folder) => Object.values(folder));

/** Resources with their own pages. */
export const officeResources = declared
  .filter((resource) => 'menu' in resource)
  .sort((a, b) => a.menu.place - b.menu.place);

/** The menu's entries in their groups. */
export const menuGroups = menuGroupNames.map((group) => ({
  title: `menu.${group}` as const,
  resources: officeResources.filter(({ menu }) => menu.group === group),
}));

/** Names of the menu's entries in the default order, with the title of their group. */
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
