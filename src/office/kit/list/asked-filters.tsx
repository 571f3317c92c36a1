/** Filters of any field: added one by one, and shown as chips above the rows. */
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import {
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material';
import { useState } from 'react';
import {
  Button as ActionButton,
  DateInput,
  DateTimeInput,
  Form,
  NumberInput,
  type RaRecord,
  SelectArrayInput,
  SelectInput,
  TextInput,
  useGetMany,
  useListContext,
  useTranslate,
} from 'react-admin';
import { instantAt, serviceZone, showInstant, wallClock } from '../../../contract/zone.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { CountriesInput, namesOfCountries } from '../countries.tsx';
import type { Ask } from '../field.tsx';
import { showMoney } from '../money.ts';
import { inDollars } from '../money-field.tsx';
import { RecordsInput } from '../reference-input.tsx';
import { recordName } from '../reference-name.tsx';

export type Asks = Readonly<Record<string, Ask>>;

/** What can be asked of each kind: the endings of the filters of its field. */
export const questions = {
  text: ['like', 'empty'],
  number: ['min', 'max', 'empty'],
  money: ['min', 'max', 'empty'],
  instant: ['from', 'until', 'empty'],
  day: ['from', 'until', 'empty'],
  choice: ['in'],
  record: ['in', 'empty'],
  countries: ['in', 'empty'],
} as const satisfies Record<Ask['kind'], readonly string[]>;
type Question = (typeof questions)[Ask['kind']][number];

/** The field and the question of a filter's name, if it is one of these. */
function readName(name: string, asks: Asks): { field: string; question: Question; ask: Ask } | undefined {
  for (const [field, ask] of Object.entries(asks)) {
    const question = (questions[ask.kind] as readonly Question[]).find((own) => name === `${field}_${own}`);
    if (question) return { field, question, ask };
  }
  return undefined;
}

/** Opens the choice of a field and what to ask of it. */
export function AddFilterButton({ asks }: { asks: Asks }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton label={text('filter.add')} onClick={() => setOpen(true)}>
        <FilterIcon />
      </ActionButton>
      {open && <AddFilter asks={asks} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddFilter({ asks, onClose }: { asks: Asks; onClose: () => void }) {
  const text = useText();
  const translate = useTranslate();
  const fieldName = useFieldName();
  const { filterValues, setFilters } = useListContext();
  const names = Object.keys(asks);
  const [field, setField] = useState(names[0] ?? '');
  const ask = asks[field];
  const apply = (values: Record<string, unknown>) => {
    const asked = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const own = Array.isArray(value) ? value.join(',') : value;
      return own === '' || own === null || own === undefined ? [] : [[name, own]];
    });
    setFilters({ ...filterValues, ...Object.fromEntries(asked) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="add-filter">
      <DialogTitle id="add-filter">{text('filter.add')}</DialogTitle>
      <Form key={field} onSubmit={apply} sanitizeEmptyValues>
        <DialogContent sx={{ pt: 0 }}>
          <TextField
            select
            label={text('filter.choose')}
            value={field}
            onChange={(event) => setField(event.target.value)}
          >
            {names.map((name) => (
              <MenuItem key={name} value={name}>
                {fieldName(name)}
              </MenuItem>
            ))}
          </TextField>
          {ask &&
            questions[ask.kind].map((question) => (
              <QuestionInput key={question} field={field} question={question} ask={ask} />
            ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {text('filter.apply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** One thing that can be asked of a field. */
function QuestionInput({ field, question, ask }: { field: string; question: Question; ask: Ask }) {
  const text = useText();
  const label = useFieldName()(field);
  const source = `${field}_${question}`;
  if (question === 'empty')
    return (
      <SelectInput
        source={source}
        label={text('filter.any_value')}
        choices={[
          { id: 'true', name: text('filter.empty', { field: label }) },
          { id: 'false', name: text('filter.not_empty', { field: label }) },
        ]}
        translateChoice={false}
        helperText={false}
      />
    );
  if (ask.kind === 'record') return <RecordsInput source={source} resource={ask.resource} label={label} />;
  if (ask.kind === 'countries') return <CountriesInput source={source} label={label} />;
  if (ask.kind === 'choice')
    return (
      <SelectArrayInput
        source={source}
        label={label}
        choices={ask.choices.map((choice) => ({ id: choice.id, name: text(choice.text) }))}
        translateChoice={false}
        helperText={false}
      />
    );
  const named = { source, label: text(`filter.${question}`, { field: label }), helperText: false as const };
  if (ask.kind === 'number') return <NumberInput {...named} step={1} />;
  if (ask.kind === 'money') return <NumberInput {...named} step={0.01} {...inDollars} />;
  if (ask.kind === 'day') return <DateInput {...named} />;
  if (ask.kind === 'instant') return <DateTimeInput {...named} parse={instantOf} format={wallOf} />;
  return <TextInput {...named} />;
}

/** A time on the service's clock as the list is asked for it. */
const instantOf = (wall: string): string | null => instantAt(wall, serviceZone)?.toISOString() ?? null;
const wallOf = (value: unknown): string =>
  typeof value === 'string' && value ? wallClock(new Date(value), serviceZone) : '';

/** The filters that were added, each of which can be taken away. */
export function ActiveFilters({ asks }: { asks: Asks }) {
  const text = useText();
  const { filterValues, setFilters } = useListContext();
  const own = Object.keys(filterValues ?? {}).filter((name) => readName(name, asks));
  if (own.length === 0) return null;
  const without = (names: readonly string[]) =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !names.includes(name))));
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, p: 1, alignItems: 'center' }}>
      {own.map((name) => (
        <ActiveFilter
          key={name}
          name={name}
          value={String(filterValues[name])}
          asks={asks}
          onRemove={() => without([name])}
        />
      ))}
      <Button size="small" onClick={() => without(own)}>
        {text('filter.clear')}
      </Button>
    </Stack>
  );
}

function ActiveFilter({
  name,
  value,
  asks,
  onRemove,
}: {
  name: string;
  value: string;
  asks: Asks;
  onRemove: () => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const read = readName(name, asks);
  const ids = read?.ask.kind === 'record' && read.question === 'in' ? value.split(',') : [];
  const resource = read?.ask.kind === 'record' ? read.ask.resource : 'programmes';
  const { data } = useGetMany<RaRecord>(resource, { ids }, { enabled: ids.length > 0 });
  if (!read) return null;
  const { field, question, ask } = read;
  const label = fieldName(field);
  const shown = () => {
    if (ask.kind === 'record') return (data ?? []).map((record) => recordName(record, locale)).join(', ');
    if (ask.kind === 'instant') return showInstant(value, locale);
    if (ask.kind === 'money') return showMoney(Number(value));
    if (ask.kind === 'countries') return namesOfCountries(value.split(','), locale);
    if (ask.kind !== 'choice') return value;
    const chosen = value.split(',');
    return ask.choices.flatMap(({ id, text: key }) => (chosen.includes(id) ? [text(key)] : [])).join(', ');
  };
  const says =
    question === 'empty'
      ? text(value === 'true' ? 'filter.empty' : 'filter.not_empty', { field: label })
      : text('filter.value', { name: text(`filter.${question}`, { field: label }), value: shown() });
  return <Chip size="small" label={says} onDelete={onRemove} />;
}
