/** The resources of the back office by name. Each is added where it is declared. */
import type { Core } from '../core.ts';
import { registryKey } from '../registries.ts';
import type { ResourceModel } from './model.ts';

const resources = registryKey('resources', () => new Map<string, ResourceModel>());

export const resourcesOf = ({ registries }: Pick<Core, 'registries'>): Map<string, ResourceModel> =>
  registries.get(resources);
