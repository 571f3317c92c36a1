import HistoryIcon from '@mui/icons-material/History';
import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { entities, useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { fieldNames } from '../../i18n/texts.ts';
import { Tag } from '../../kit/chips.tsx';
import { EventChanges } from '../../kit/event-changes.tsx';
import { ActionTag, actionChoices, actionNames, EventActions, EventRecords } from '../../kit/event-log.tsx';
import { custom, instant, line, reference } from '../../kit/fields.tsx';
import { ChoiceFilter, type FilterProps, NamedFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RecordOf } from '../../names.ts';

type StaffEvent = RecordOf<'events'>;

/** Everything staff changed and whose data they read, the newest first; a row opens to show before and after. */
export const events = declareResource('events', {
  menu: { group: 'operation', place: 70 },
  icon: HistoryIcon,
  fields: [
    instant('created_at', { label: { ko: '일시', en: 'Time' }, list: true }),
    reference('staff_id', 'staff', { filter: true }),
    line('staff_name', { names: true, list: { sort: false } }),
    custom('action', {
      column: {
        sort: false,
        cell: (event) => <ActionTag action={event.action} />,
        exported: { values: ({ text }) => actionNames(text) },
      },
      filter: <ChoiceFilter source="action" choices={actionChoices} />,
    }),
    custom('entity', {
      column: {
        sort: false,
        cell: (event) => <EntityName entity={event.entity} />,
        exported: {
          values: ({ locale }) =>
            Object.fromEntries(Object.entries(entities).map(([name, pair]) => [name, pair[locale]])),
        },
      },
      filter: <EntityFilter source="entity" />,
    }),
    custom('label', {
      column: {
        sort: false,
        cell: (event) => <Label event={event} />,
        exported: [{}, { field: 'records', label: { ko: '개수', en: 'Records' } }],
      },
      ask: { kind: 'text' },
    }),
    custom('changes', {
      column: {
        sort: false,
        from: 'md',
        cell: (event) => <FieldNames event={event} />,
        exported: {
          as: 'keys',
          values: ({ fieldName }) =>
            Object.fromEntries(Object.keys(fieldNames).map((field) => [field, fieldName(field)])),
        },
      },
    }),
  ],
  filters: ['staff_id', 'entity', 'action'],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: { canDelete: false, emptyHint: 'log.empty', expand: <Expanded /> },
});

function EntityFilter({ source }: FilterProps) {
  const locale = useOfficeLocale();
  return (
    <NamedFilter
      source={source}
      choices={Object.entries(entities)
        .filter(([id]) => id !== 'events' && id !== 'home')
        .map(([id, name]) => ({ id, name: name[locale] }))}
    />
  );
}

function EntityName({ entity }: { entity: string }) {
  return <>{useTranslate()(`resources.${entity}.name`, { _: entity })}</>;
}

/** The name of what was changed; of several records the first one's, and how many there are. */
function Label({ event: { label, records } }: { event: StaffEvent }) {
  const text = useText();
  return (
    <>
      {label}
      {records > 1 && <Tag label={text('log.several', { count: records })} sx={{ ml: label ? 1 : 0 }} />}
    </>
  );
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
      {event.records > 1 ? <EventRecords event={event} /> : <EventChanges event={event} />}
      <Box sx={{ mt: 1 }}>
        <EventActions event={event} entity={event.entity} id={event.entity_id} />
      </Box>
    </Box>
  ) : null;
}
