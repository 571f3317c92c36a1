/** Who is signed in, and what they may do. */
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useResourceContext } from 'react-admin';
import type { StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import { previewedModules } from '../../contract/admin/previews.ts';
import { identity } from '../identity.ts';
import { DeclaredResources } from './declared-resources.ts';

/** Who is signed in; undefined until it is known. */
export const useIdentity = () => useQuery({ queryKey: ['identity'], queryFn: identity });

/**
 * Whether the person who is signed in may do something with a resource, the page's unless said; not until it is known who that is.
 * react-admin's own way asks for each record of a list again, and renders all who ask once more when it has been told.
 */
export function useMay(action: StaffAction, resource?: string): boolean {
  const around = useResourceContext();
  const name = resource ?? around ?? '';
  const moduleOf = useModuleOf();
  const { data } = useIdentity();
  return data?.permissions[moduleOf(name)]?.includes(action) ?? false;
}

/** Whether the person who is signed in may preview; the server asks the same. */
export function useMayPreview(): boolean {
  const { data } = useIdentity();
  return (
    data?.content_partner_id === null &&
    previewedModules.some((module) => data.permissions[module]?.includes('read'))
  );
}

/** The module whose permissions count for a resource. */
function useModuleOf(): (resource: string) => StaffModule {
  const declared = use(DeclaredResources);
  return (resource) => declared[resource]?.module ?? (resource as StaffModule);
}

/** Of a resource the field that publishes its records, where the person who is signed in may not publish: they cannot change it. */
export function useClosedField(): (resource: string) => string | undefined {
  const moduleOf = useModuleOf();
  const { data } = useIdentity();
  return (resource) =>
    data?.permissions[moduleOf(resource)]?.includes('publish') ? undefined : data?.publishes[resource];
}
