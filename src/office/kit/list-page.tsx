import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import SwapVertIcon from '@mui/icons-material/SwapVert';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import {
  Button as ActionButton,
  BulkActionsToolbar,
  CreateButton,
  DataTable,
  type DataTableColumnProps,
  type HttpError,
  type Identifier,
  List,
  type ListProps,
  type RaRecord,
  TopToolbar,
  useCreatePath,
  useDataTableRenderContext,
  useDataTableSortContext,
  useExpanded,
  useGetResourceLabel,
  useListContext,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { useFieldName, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { accent } from '../theme.ts';
import { useMay } from './access.ts';
import { type Column, hiddenAtFirst } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import type { BulkField } from './field.tsx';
import { Guarded } from './guarded.tsx';
import { Hidden } from './hidden.tsx';
import type { Sort } from './hidden-fields.ts';
import { ImportButton } from './import-button.tsx';
import { ActiveFilters, AddFilterButton, type Asks } from './list/asked-filters.tsx';
import { BulkActions } from './list/bulk-actions.tsx';
import { ColumnsButton } from './list/columns-button.tsx';
import { DeletedButton } from './list/deleted-dialog.tsx';
import { OrderDialog, type OrderedWithin } from './list/order-dialog.tsx';
import { ListPages } from './list/pages.tsx';
import { SavedViews } from './list/saved-views.tsx';
import { PersonalData } from './personal-data.tsx';

export interface ListPageProps<R extends RaRecord> {
  columns: readonly Column<R>[];
  filters?: ReactElement[];
  sort: Sort;
  /** Where a click on a row leads; to the form, or to the same form to read, unless told. */
  rowClick?: 'edit' | 'show' | 'expand' | false;
  expand?: ReactElement;
  /** The next step that an empty list suggests. */
  emptyHint?: TextKey;
  canCreate?: boolean;
  canDelete?: boolean;
  /** It shows personal data, which is masked until it is opened. */
  isPersonal?: boolean;
  /** Between the filters and the table. */
  above?: ReactNode;
  queryOptions?: ListProps<R>['queryOptions'];
  rowActions?: (record: R) => ReactNode;
  /** Conditions on any field, beside the filters that are always visible. */
  asks?: Asks;
  /** The fields that many records can be changed in at once. */
  bulkFields?: readonly BulkField[];
  /** Staff put the records in order; `within` says which field's equal values they are ordered within, and which resource it names. */
  order?: { within?: OrderedWithin };
}

/** A list: filters, a dense table, export, pages. */
export function ListPage<R extends RaRecord>(props: ListPageProps<R>) {
  return (
    <Guarded action="list">
      <Rows {...props} />
    </Guarded>
  );
}

function Rows<R extends RaRecord>({
  columns,
  filters,
  sort,
  rowClick,
  expand,
  emptyHint,
  canCreate = true,
  canDelete = true,
  isPersonal = false,
  above,
  queryOptions,
  rowActions,
  asks = {},
  bulkFields = [],
  order,
}: ListPageProps<R>) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const fieldName = useFieldName();
  const label = useGetResourceLabel();
  const mayUpdate = useMay('update', resource);
  const mayCreate = useMay('create', resource) && canCreate;
  const opens = rowClick ?? (mayUpdate ? 'edit' : 'show');
  // Each record has a link, by which the keyboard opens it. Without a name, the first column is the link.
  const linked = (columns.find(({ names }) => names) ?? columns[0])?.source;
  return (
    <List<R>
      sort={sort}
      perPage={50}
      exporter={false}
      empty={false}
      pagination={<ListPages />}
      actions={
        <ListActions
          columns={columns}
          before={expand ? 1 : 0}
          canCreate={canCreate}
          canDelete={canDelete}
          asks={asks}
          order={order}
        />
      }
      {...(queryOptions ? { queryOptions } : {})}
      sx={{
        '& .RaList-actions': {
          alignItems: { xs: 'stretch', sm: 'center' },
          flexWrap: { xs: 'nowrap', sm: 'wrap' },
          minHeight: 0,
          py: 0.5,
          rowGap: 0.5,
        },
        '& .RaList-actions > form': {
          minHeight: 0,
          p: 0,
          pb: 0.5,
          flex: { xs: 'none', sm: '1 1 100%' },
          minWidth: 0,
          // On a phone two filters share a line, below the search.
          display: { xs: 'grid', sm: 'flex' },
          gridTemplateColumns: '1fr 1fr',
          columnGap: 1,
          width: { xs: '100%', sm: 'auto' },
          '& > :first-of-type': { gridColumn: '1 / -1' },
          '& .RaFilterFormInput-spacer': { display: { xs: 'none', sm: 'block' } },
          '& .MuiFormControl-root': { minWidth: { xs: 0, sm: 132 } },
        },
        '& .filter-field': { minWidth: 0 },
        // On a phone a record to choose takes its half of the line, as other filters do.
        '& .filter-field > .MuiAutocomplete-root': { flex: { xs: 1 } },
      }}
      {...(filters ? { filters } : {})}
    >
      {above}
      {isPersonal && <PersonalData />}
      <ActiveFilters asks={asks} />
      <SelectedCount />
      <TableRegion name={label(resource, 2)}>
        <DataTable<R>
          rowClick={opens}
          hiddenColumns={hiddenAtFirst(columns)}
          {...(expand ? { expand } : {})}
          {...(canDelete || bulkFields.length > 0
            ? {
                bulkActionsToolbar: (
                  <BulkActionsToolbar selectAllButton={false}>
                    <BulkActions fields={bulkFields} canDelete={canDelete} />
                  </BulkActionsToolbar>
                ),
              }
            : { bulkActionButtons: false as const })}
          empty={<EmptyList hint={emptyHint ?? (mayCreate ? 'empty.create' : undefined)} />}
          sx={{
            '& .RaDataTable-row': { height: 36 },
            // In the table's flow: above it, the region that scrolls would cut it off.
            '& .RaBulkActionsToolbar-toolbar.MuiToolbar-root': {
              position: 'static',
              transform: 'none',
              height: 'auto',
              flexWrap: 'wrap',
              borderRadius: 0,
              backgroundColor: accent.vermilion.soft,
            },
            '& .RaBulkActionsToolbar-toolbar.RaBulkActionsToolbar-collapsed.MuiToolbar-root': {
              display: 'none',
            },
            '& .RaDataTable-expandHeader, & .RaDataTable-expandIconCell': { display: 'none' },
            // A folded row takes no room.
            '& tr:has(> td > .MuiCollapse-hidden), & .RaDataTable-expandRow:has(> td:empty)': {
              height: 0,
              '& > td': { py: 0, height: 0 },
            },
            '& .RaDataTable-rowCell': {
              whiteSpace: 'nowrap',
              maxWidth: 260,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
            },
          }}
        >
          {[
            ...(expand
              ? [
                  <FixedColumn
                    key="details"
                    label={<Hidden>{text('column.details')}</Hidden>}
                    disableSort
                    render={() => <ExpandButton />}
                    sx={{ width: 36, p: '0 0 0 4px' }}
                  />,
                ]
              : []),
            ...columns.map((column) => (
              <FieldColumn<R>
                key={column.source}
                source={column.source}
                label={fieldName(column.source)}
                disableSort={column.sort === false}
                {...(column.align ? { align: column.align } : {})}
                render={(record: R) =>
                  column.source === linked && (opens === 'edit' || opens === 'show') ? (
                    <RecordLink id={record.id} opens={opens}>
                      {column.cell(record)}
                    </RecordLink>
                  ) : (
                    column.cell(record)
                  )
                }
                sx={{
                  ...(column.from && { display: { xs: 'none', [column.from]: 'table-cell' } }),
                  ...(column.source === linked && frozen),
                }}
              />
            )),
            ...(rowActions
              ? [
                  <FixedColumn<R>
                    key="actions"
                    label={<Hidden>{text('column.actions')}</Hidden>}
                    disableSort
                    align="right"
                    render={(record) => rowActions(record)}
                  />,
                ]
              : []),
          ]}
        </DataTable>
      </TableRegion>
    </List>
  );
}

/** The record's name stays in sight while the table scrolls sideways; on a phone it would cover the rest. */
const frozen = {
  position: { sm: 'sticky' },
  left: 0,
  zIndex: 1,
  backgroundColor: 'background.paper',
} as const;

/**
 * Scrolls sideways where it is wider than the screen, by the keyboard too. While rows are waited for it shows the outline of a table,
 * with nothing to read or to press.
 */
function TableRegion({ name, children }: { name: string; children: ReactNode }) {
  const { isPending = false } = useListContext();
  return (
    <Box sx={{ overflowX: 'auto' }} role="region" aria-label={name} tabIndex={0} inert={isPending}>
      {children}
    </Box>
  );
}

/** A column of a field. Its heading says whether the list is sorted by it. */
function FieldColumn<R extends RaRecord>(props: DataTableColumnProps<R>) {
  const isHeading = useDataTableRenderContext() === 'header';
  const sort = useDataTableSortContext();
  const sorted = isHeading && sort?.field === props.source ? sort?.order : undefined;
  return (
    <DataTable.Col<R>
      {...props}
      {...(sorted ? { 'aria-sort': sorted === 'ASC' ? 'ascending' : 'descending' } : {})}
    />
  );
}

/** Tells screen readers how many rows are selected. */
function SelectedCount() {
  const translate = useTranslate();
  const { selectedIds = [] } = useListContext();
  return (
    <Hidden role="status">
      {selectedIds.length > 0 && translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}
    </Hidden>
  );
}

/** A column that is no field: the choice of columns has not got it. */
function FixedColumn<R extends RaRecord>(props: DataTableColumnProps<R>) {
  return useDataTableRenderContext() === 'columnsSelector' ? null : <DataTable.Col<R> {...props} />;
}

/** Leads where a press on the row does. */
function RecordLink({
  id,
  opens,
  children,
}: {
  id: Identifier;
  opens: 'edit' | 'show';
  children: ReactNode;
}) {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  return (
    <Box
      component={Link}
      to={createPath({ resource, id, type: opens })}
      state={{ _scrollToTop: true }}
      // The row would lead there a second time.
      onClick={(event: MouseEvent) => event.stopPropagation()}
      sx={{
        color: 'inherit',
        textDecoration: 'none',
        '&:hover, &:focus-visible': { textDecoration: 'underline' },
      }}
    >
      {children}
    </Box>
  );
}

/** Opens and closes a row's details. The table's own button is hidden from the keyboard and from screen readers. */
function ExpandButton() {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const [expanded, toggle] = useExpanded(resource, record?.id ?? '');
  return (
    <IconButton
      size="small"
      aria-label={translate(expanded ? 'ra.action.close' : 'ra.action.expand')}
      aria-expanded={expanded}
      aria-controls={`${resource}-${record?.id}-expand`}
      onClick={(event) => {
        // The row would close it again.
        event.stopPropagation();
        toggle();
      }}
    >
      <ExpandMoreIcon
        fontSize="inherit"
        sx={{ transform: expanded ? 'none' : 'rotate(-90deg)', transition: 'transform 150ms' }}
      />
    </IconButton>
  );
}

/** On a low screen, as at 400 % zoom, the button does not float over the filters: it takes its place among them. */
const createButton = {
  '@media (max-height: 480px)': { '&.RaCreateButton-floating': { position: 'static' } },
};

function ListActions<R>({
  columns,
  before,
  canCreate,
  canDelete,
  asks,
  order,
}: {
  columns: readonly Column<R>[];
  /** How many columns stand before those that are fields. */
  before: number;
  canCreate: boolean;
  canDelete: boolean;
  asks: Asks;
  order: { within?: OrderedWithin } | undefined;
}) {
  const text = useText();
  const resource = useResourceContext() ?? '';
  const [isOrdering, setOrdering] = useState(false);
  const mayUpdate = useMay('update', resource);
  const mayCreate = useMay('create', resource);
  return (
    <TopToolbar sx={{ minHeight: 0, py: 0, ml: 'auto', pr: '0 !important', flexWrap: 'wrap', width: 'auto' }}>
      {Object.keys(asks).length > 0 && <AddFilterButton asks={asks} />}
      <SavedViews columns={columns} before={before} />
      {columns.length > 2 && <ColumnsButton columns={columns} before={before} />}
      {order && mayUpdate && (
        <ActionButton label={text('order.button')} onClick={() => setOrdering(true)}>
          <SwapVertIcon />
        </ActionButton>
      )}
      {isOrdering && <OrderDialog within={order?.within} onClose={() => setOrdering(false)} />}
      {canDelete && <DeletedButton />}
      <ImportButton />
      <ExportButton columns={columns} before={before} />
      {canCreate && mayCreate && <CreateButton variant="contained" sx={createButton} />}
    </TopToolbar>
  );
}

/** Replaces a list that could not be read, with the reason and the next step. */
function FailedList({ error, onRetry }: { error: Partial<HttpError>; onRetry: () => void }) {
  const text = useText();
  const translate = useTranslate();
  const message = error.message || 'ra.notification.http_error';
  // A query over too many records has an error of its own.
  const isRefused = error.status === 422 && error.body?.code === 'invalid';
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, py: 6, px: 2 }} role="status">
      <ErrorIcon fontSize="large" color="error" />
      <Typography>{isRefused ? text('list.refused') : translate(message, { _: message })}</Typography>
      {!isRefused && <Button onClick={onRetry}>{translate('ra.action.refresh')}</Button>}
    </Stack>
  );
}

/** `hint`: what to do about it, where there is something. */
function EmptyList({ hint }: { hint: TextKey | undefined }) {
  const text = useText();
  const { filterValues, error, refetch } = useListContext();
  if (error) return <FailedList error={error} onRetry={() => void refetch()} />;
  const filtered = Object.keys(filterValues ?? {}).length > 0;
  return (
    <Stack
      sx={{ alignItems: 'center', textAlign: 'center', py: 6, px: 2, color: 'text.secondary' }}
      role="status"
    >
      <InboxIcon fontSize="large" />
      <Typography variant="subtitle1" color="text.primary">
        {text(filtered ? 'empty.filtered' : 'empty.title')}
      </Typography>
      {!filtered && hint && <Typography variant="body2">{text(hint)}</Typography>}
    </Stack>
  );
}
