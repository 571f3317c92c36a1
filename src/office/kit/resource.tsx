/** A resource of the office. Its fields define the form, the list, the export and the event log. */
import { type ComponentType, cloneElement, type ReactElement, type ReactNode } from 'react';
import type { ResourceProps } from 'react-admin';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import { localeStore } from '../i18n/locale.ts';
import type { Pair } from '../i18n/texts.ts';
import type { OfficeResource, RowOf } from '../names.ts';
import type { Column } from './columns.tsx';
import type { Declared } from './declared-resources.ts';
import { CreatePage, EditPage, ShowPage } from './edit-page.tsx';
import { type Field, type FieldName, type FormLayout, factsOf, makeForm, seenField } from './field.tsx';
import { type FilterProps, SearchFilter } from './filters.tsx';
import { type Sort, seenSort, useHiddenFields } from './hidden-fields.ts';
import type { Asks } from './list/asked-filters.tsx';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { recordName } from './reference-name.tsx';

/** A resource with a form. */
export interface DeclaredForm extends Declared {
  Form: () => ReactNode;
}

/** The groups of the menu, in their order. */
export const menuGroupNames = [
  'catalogue',
  'content',
  'partner_video',
  'live',
  'radio',
  'service',
  'billing',
  'operation',
] as const;
type MenuGroup = (typeof menuGroupNames)[number];

/** A resource as react-admin takes it, with its place in the menu. */
export interface PlacedResource extends Declared {
  menu: { group: MenuGroup; place: number };
  /** Columns of the list, the filters above it (`filters`), and its conditions (`asks`). */
  columns?: readonly Column<never>[];
  filters?: readonly ReactElement<FilterProps>[];
  asks?: Asks;
  /** Possible sorts of the list. The first one is the default. */
  sorts?: readonly Sort[];
  pages: Omit<ResourceProps, 'name'>;
}

/** Columns of fields. Columns that are hidden by default come last. */
const columnsOf = <R,>(fields: readonly Field<R>[]): Column<R>[] => {
  const columns = fields.flatMap((field) => field.columns);
  return [...columns.filter(({ hidden }) => !hidden), ...columns.filter(({ hidden }) => hidden)];
};

interface Fields<N extends OfficeResource> {
  seenAt?: (record: RowOf<N>) => string | undefined;
  module?: StaffModule;
  title?: Pair;
  /** Fields in the order of the list's columns. `form` may define another order for the form. */
  fields: readonly Field<RowOf<N>>[];
  form?: FormLayout<RowOf<N>>;
}

interface Declaration<N extends OfficeResource> extends Fields<N> {
  menu: PlacedResource['menu'];
  icon: ComponentType;
  sort: Sort;
  /** Filters after the search, if their order differs from that of the fields. */
  filters?: readonly FieldName<RowOf<N>>[];
  /** Maximum width of the form. */
  width?: number;
  /** For records in a manual order: the field that groups them, and the resource that the field refers to. */
  within?: { field: keyof RowOf<N> & string; resource: OfficeResource };
  /** Other properties of the list. */
  list?: Omit<ListPageProps<RowOf<N>>, 'columns' | 'filters' | 'sort' | 'canCreate'>;
  /** Pages besides the list. They replace all default pages. */
  pages?: { create?: ComponentType; edit?: ComponentType; show?: ComponentType };
}

/** Declares the fields of a resource whose form is part of another resource's page. */
export function declareFields<N extends OfficeResource>(
  name: N,
  { fields, form, ...named }: Fields<NoInfer<N>>,
): DeclaredForm {
  return { ...named, name, facts: factsOf(fields), Form: makeForm(fields, form) };
}

/** Declares a resource with its pages. */
export function declareResource<N extends OfficeResource>(
  name: N,
  { menu, icon, sort, filters, width, within, list, pages, ...declared }: Declaration<NoInfer<N>>,
): PlacedResource & DeclaredForm {
  const { fields } = declared;
  const resource = declareFields<N>(name, declared);
  const size = width === undefined ? {} : { width };
  const usual = {
    create: () => (
      <CreatePage {...size}>
        <resource.Form />
      </CreatePage>
    ),
    edit: () => (
      <EditPage {...size}>
        <resource.Form />
      </EditPage>
    ),
    show: () => (
      <ShowPage {...size}>
        <resource.Form />
      </ShowPage>
    ),
  };
  const own = pages ?? usual;
  const click = own.edit ? {} : { rowClick: own.show ? ('show' as const) : ('expand' as const) };
  const sorts: Sort[] = [
    sort,
    ...fields.flatMap(({ columns }) =>
      columns.flatMap((column) =>
        column.sort === false ? [] : [{ field: column.source, order: 'ASC' as const }],
      ),
    ),
  ];
  // Fields that a staff member must be able to read to change the order.
  const ordered = sort.field === 'position' ? ['position', ...(within ? [within.field] : [])] : undefined;
  function OwnList() {
    const hidden = useHiddenFields(name);
    const seen = fields.map((field) => seenField(field, hidden));
    const asked = filters
      ? filters.map((wanted) => seen.find((field) => field.name === wanted)?.filter)
      : seen.map(({ filter }) => filter);
    return (
      <ListPage<RowOf<N>>
        columns={columnsOf(seen)}
        sort={seenSort(sorts, hidden) ?? sort}
        filters={[
          <SearchFilter key="q" source="q" />,
          ...asked.flatMap((filter) => (filter && !hidden.includes(filter.props.source) ? [filter] : [])),
        ].map(
          // Filters are always visible, so that staff members see all of them at once.
          (filter) => cloneElement(filter, { key: filter.props.source, alwaysOn: true }),
        )}
        canCreate={own.create !== undefined}
        asks={Object.assign({}, ...seen.map((field) => field.asks))}
        bulkFields={own.edit ? seen.flatMap(({ bulk = [] }) => bulk) : []}
        {...(ordered && !ordered.some((field) => hidden.includes(field))
          ? { order: within ? { within } : {} }
          : {})}
        {...click}
        {...list}
      />
    );
  }
  return {
    ...resource,
    menu,
    columns: columnsOf(fields),
    filters: fields.flatMap(({ filter }) => filter ?? []),
    asks: Object.assign({}, ...fields.map((field) => field.asks)),
    sorts,
    pages: {
      ...own,
      icon,
      recordRepresentation: (record: object) => recordName(record, localeStore.get()),
      list: OwnList,
    },
  };
}
