/** Other records in an order made by hand: dragged, or moved by the keyboard. */
import CloseIcon from '@mui/icons-material/Close';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import { Autocomplete, Box, IconButton, TextField, Typography } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useGetManyAggregate, useInput } from 'react-admin';
import { useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { Pair } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import { useMay } from './access.ts';
import { DragList } from './drag-list.tsx';
import type { Field } from './field.tsx';
import { custom } from './fields.tsx';
import { useAskableOf } from './hidden-fields.ts';
import { FieldGroup } from './inputs.tsx';
import { useReadOnly } from './read-only.ts';
import { ReferenceName, recordName } from './reference-name.tsx';
import { useDragRow } from './use-drag-order.ts';

interface OrderedProps {
  source: string;
  resource: OfficeResource;
  max: number;
  /** Filter of the records offered for selection. */
  among?: Record<string, string | number | boolean> | undefined;
}

function OrderedRecordsInput({ source, resource, max, among }: OrderedProps) {
  const text = useText();
  const fieldName = useFieldName();
  const readOnly = useReadOnly();
  const { field, fieldState } = useInput({ source, defaultValue: [] });
  const ids = (field.value as string[] | null | undefined) ?? [];
  const locale = useOfficeLocale();
  const mayRead = useMay('read', resource);
  // The rows ask for the same: it is one call.
  const { data: records = [] } = useGetManyAggregate(
    resource,
    { ids },
    { enabled: mayRead && ids.length > 0 },
  );
  const nameOf = (id: string) => {
    const record = records.find((own) => String(own?.id) === id);
    return record ? recordName(record, locale) : '';
  };
  return (
    <FieldGroup title={`${fieldName(source)} (${ids.length})`}>
      <DragList
        ids={ids}
        nameOf={nameOf}
        hint={text('ordered.hint')}
        onMove={(next) => field.onChange(next)}
        sx={{
          maxHeight: 420,
          overflowY: 'auto',
          border: ids.length > 0 ? 1 : 0,
          borderColor: 'divider',
          borderRadius: '6px',
        }}
      >
        {ids.map((id, at) => (
          <Item
            key={id}
            id={id}
            place={at + 1}
            resource={resource}
            onRemove={() => field.onChange(ids.filter((own) => own !== id))}
          />
        ))}
      </DragList>
      {ids.length === 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ py: 0.5 }}>
          {text('ordered.empty')}
        </Typography>
      )}
      {!readOnly && ids.length < max && (
        <Finder
          resource={resource}
          among={among}
          taken={ids}
          onFound={(id) => field.onChange([...ids, id])}
        />
      )}
      {fieldState.error && (
        <Typography variant="caption" color="error">
          {fieldState.error.message}
        </Typography>
      )}
    </FieldGroup>
  );
}

function Item({
  id,
  place,
  resource,
  onRemove,
}: {
  id: string;
  place: number;
  resource: OfficeResource;
  onRemove: () => void;
}) {
  const text = useText();
  const readOnly = useReadOnly();
  const { row, handle } = useDragRow(id, readOnly);
  return (
    <Box component="li" {...row} sx={{ ...row.sx, pl: 0.5 }}>
      {!readOnly && (
        <IconButton {...handle} aria-label={text('ordered.move', { place })}>
          <DragIndicatorIcon fontSize="small" />
        </IconButton>
      )}
      <Typography variant="body2" color="text.secondary" sx={{ width: 28, textAlign: 'right', flex: 'none' }}>
        {place}
      </Typography>
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        <ReferenceName resource={resource} id={id} />
      </Typography>
      {!readOnly && (
        <IconButton size="small" aria-label={text('ordered.remove', { place })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}

/** Finds one more by a part of its name. */
function Finder({
  resource,
  among = {},
  taken,
  onFound,
}: Pick<OrderedProps, 'resource' | 'among'> & {
  taken: string[];
  onFound: (id: string) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const offered = useAskableOf(resource, among);
  const { data = [], isFetching } = useGetList<RaRecord>(resource, {
    pagination: { page: 1, perPage: 25 },
    filter: { ...offered, ...(q ? { q } : {}) },
  });
  return (
    <Autocomplete
      value={null}
      inputValue={typed}
      onInputChange={(_event, entered) => setTyped(entered)}
      options={data.filter(({ id }) => !taken.includes(String(id)))}
      getOptionLabel={(record) => recordName(record, locale)}
      getOptionKey={(record) => record.id}
      // The server has found them, in either language.
      filterOptions={(found) => found}
      loading={isFetching}
      blurOnSelect
      onChange={(_event, record) => {
        if (record) onFound(String(record.id));
        setTyped('');
      }}
      sx={{ mt: 1, maxWidth: 420 }}
      renderInput={(params) => <TextField {...params} label={text('ordered.add')} helperText={false} />}
    />
  );
}

/** Several other records by their ids, in an order made by hand. */
export function orderedRecords<R>(
  source: { [K in keyof R]-?: R[K] extends string[] ? K : never }[keyof R] & string,
  resource: OfficeResource,
  { label, max, among }: { label?: Pair } & Pick<OrderedProps, 'max' | 'among'>,
): Field<R> {
  const count = (record: R) => (record[source] as string[]).length;
  return custom<R>(source, {
    ...(label ? { label } : {}),
    input: <OrderedRecordsInput source={source} resource={resource} max={max} among={among} />,
    column: { sort: false, align: 'right', from: 'sm', cell: count, exported: { of: resource } },
    ask: { kind: 'record', resource },
    log: (value) =>
      Array.isArray(value)
        ? value.map((id, at) => (
            <div key={String(id)}>
              {at + 1}. <ReferenceName resource={resource} id={String(id)} />
            </div>
          ))
        : undefined,
  });
}
