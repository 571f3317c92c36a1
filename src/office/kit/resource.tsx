/** A resource of the office, declared once: what its list shows and asks, and the fields of its form. */
import type { ComponentType, ReactElement } from 'react';
import type { ResourceProps } from 'react-admin';
import { localeStore } from '../i18n/locale.ts';
import type { OfficeResource, RecordOf } from '../names.ts';
import type { Column } from './columns.tsx';
import { CreatePage, EditPage, ShowPage } from './edit-page.tsx';
import { ListPage } from './list-page.tsx';
import { recordName } from './reference-name.tsx';

interface Declaration<N extends OfficeResource> {
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
  { icon, columns, filters, sort, fields: Fields, width }: Declaration<NoInfer<N>>,
): ResourceProps {
  const size = width === undefined ? {} : { width };
  return {
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
