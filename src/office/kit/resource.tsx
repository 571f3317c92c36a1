/** A resource of the office, declared once: what its list shows and asks, and the fields of its form. */
import type { ComponentType, ReactElement } from 'react';
import type { ResourceProps } from 'react-admin';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import { localeStore } from '../i18n/locale.ts';
import type { OfficeResource, RecordOf } from '../names.ts';
import type { Column } from './columns.tsx';
import { CreatePage, EditPage, ShowPage } from './edit-page.tsx';
import { ListPage } from './list-page.tsx';
import { recordName } from './reference-name.tsx';

export interface Pair {
  ko: string;
  en: string;
}

/** Where the menu has a resource, and how it and its fields are called. */
export interface Placed {
  /** Its group, and its place among the others. */
  menu: { group: 'catalogue' | 'operation'; place: number };
  /** The module whose permissions count, when it is not one of its own. */
  module?: StaffModule;
  /** Its name, when it is not its module's. */
  title?: Pair;
  /** Names of fields that mean something else here than elsewhere (`fieldNames`). */
  labels?: Record<string, Pair>;
}

/** A resource as react-admin takes it, with its place in the office. */
export type PlacedResource = ResourceProps & Placed;

interface Declaration<N extends OfficeResource> extends Placed {
  icon: ComponentType;
  columns: readonly Column<RecordOf<N>>[];
  filters?: ReactElement[];
  sort: { field: string; order: 'ASC' | 'DESC' };
  /** The fields, for creating, changing and reading. */
  fields: ComponentType;
  /** How wide the form may grow. */
  width?: number;
}

/** The name of a record in page titles and questions. */
export const representation = (record: object) => recordName(record, localeStore.get());

/** The pages of a resource, for react-admin. */
export function declareResource<N extends OfficeResource>(
  name: N,
  { icon, columns, filters, sort, fields: Fields, width, ...placed }: Declaration<NoInfer<N>>,
): PlacedResource {
  const size = width === undefined ? {} : { width };
  return {
    ...placed,
    name,
    icon,
    recordRepresentation: representation,
    list: () => <ListPage columns={columns} sort={sort} {...(filters ? { filters } : {})} />,
    create: () => (
      <CreatePage {...size}>
        <Fields />
      </CreatePage>
    ),
    edit: () => (
      <EditPage {...size}>
        <Fields />
      </EditPage>
    ),
    show: () => (
      <ShowPage {...size}>
        <Fields />
      </ShowPage>
    ),
  };
}
