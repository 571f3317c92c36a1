import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { entities, useFieldName, useOfficeLocale } from '../../i18n/i18n-provider.ts';
import { type Column, instantColumn, nameColumn } from '../../kit/columns.tsx';
import { EventChanges } from '../../kit/event-changes.tsx';
import { ActionTag } from '../../kit/event-log.tsx';
import { ChoiceFilter, NamedFilter, RecordFilter, SearchFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import type { RecordOf } from '../../names.ts';

type StaffEvent = RecordOf<'events'>;

const columns: Column<StaffEvent>[] = [
  instantColumn('created_at'),
  { ...nameColumn<StaffEvent>('staff_name'), sort: false },
  {
    source: 'action',
    sort: false,
    cell: (event) => <ActionTag action={event.action} />,
    csv: (event) => event.action,
  },
  {
    source: 'entity',
    sort: false,
    cell: (event) => <EntityName entity={event.entity} />,
    csv: (event, { locale }) => entities[event.entity]?.[locale] ?? event.entity,
  },
  { source: 'label', sort: false, cell: (event) => event.label, csv: (event) => event.label },
  {
    source: 'changes',
    sort: false,
    from: 'md',
    cell: (event) => <FieldNames event={event} />,
    csv: (event) => Object.keys(event.changes).join(' '),
  },
];

/** Everything staff changed and whose data they read, the newest first; a row opens to show before and after. */
export function EventList() {
  const locale = useOfficeLocale();
  return (
    <ListPage<StaffEvent>
      columns={columns}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="expand"
      expand={<Expanded />}
      canCreate={false}
      canDelete={false}
      emptyHint="log.empty"
      filters={[
        <SearchFilter key="q" source="q" alwaysOn />,
        <RecordFilter key="staff_id" source="staff_id" resource="staff" alwaysOn />,
        <NamedFilter
          key="entity"
          source="entity"
          alwaysOn
          choices={Object.entries(entities)
            .filter(([id]) => id !== 'events' && id !== 'home')
            .map(([id, name]) => ({ id, name: name[locale] }))}
        />,
        <ChoiceFilter
          key="action"
          source="action"
          alwaysOn
          choices={[
            { id: 'read', text: 'action.read' },
            { id: 'create', text: 'action.create' },
            { id: 'update', text: 'action.update' },
            { id: 'delete', text: 'action.delete' },
          ]}
        />,
      ]}
    />
  );
}

function EntityName({ entity }: { entity: string }) {
  return <>{useTranslate()(`resources.${entity}.name`, { _: entity })}</>;
}

function FieldNames({ event }: { event: StaffEvent }) {
  const fieldName = useFieldName(event.entity);
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        maxWidth: 320,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        color: 'text.secondary',
      }}
    >
      {Object.keys(event.changes).map(fieldName).join(', ')}
    </Box>
  );
}

function Expanded() {
  const event = useRecordContext<StaffEvent>();
  return event ? (
    <Box sx={{ py: 1 }}>
      <EventChanges event={event} />
    </Box>
  ) : null;
}
