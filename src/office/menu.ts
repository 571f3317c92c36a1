/** Every resource of the office: each folder below `resources/` declares its own, with its place in the menu. Who may read which is the role's matter. */
import type { StaffModule } from '../contract/admin/permissions.ts';
import type { PlacedResource } from './kit/resource.tsx';

const folders = import.meta.glob<Record<string, PlacedResource>>('./resources/*/index.tsx', { eager: true });

export const officeResources: PlacedResource[] = Object.values(folders)
  .flatMap((folder) => Object.values(folder))
  .sort((a, b) => a.menu.place - b.menu.place);

const groups = ['catalogue', 'operation'] as const;

/** The menu's entries in their groups. */
export const menuGroups = groups.map((group) => ({
  title: `menu.${group}` as const,
  resources: officeResources.filter(({ menu }) => menu.group === group),
}));

/** Modules of resources that are edited within another one's page. */
const modulesWithin: Partial<Record<string, StaffModule>> = { seasons: 'programmes', episodes: 'programmes' };
const modules = Object.fromEntries(officeResources.map(({ name, module }) => [name, module]));

/** The module whose permissions count for a resource. */
export const moduleOf = (resource: string): StaffModule =>
  modules[resource] ?? modulesWithin[resource] ?? (resource as StaffModule);
