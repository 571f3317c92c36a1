import Icon from '@mui/icons-material/CalendarViewDayOutlined';
import { Box } from '@mui/material';
import { useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import { instantAt, serviceZone, wallClock } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedField, AskedForm } from '../../kit/asked-form.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { InstantCell } from '../../kit/columns.tsx';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, custom, filteredBy, instant, number, reference } from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { declareResource, type PlacedResource } from '../../kit/resource.tsx';
import { InstantInput } from '../../kit/window-input.tsx';
import type { RowOf } from '../../names.ts';
import { useChanged } from '../channels/use-changed.ts';
import { contentFields, durationField } from './content-fields.tsx';

type Entry = RowOf<'schedule-entries'>;

const states: Record<Entry['state'], Choice> = {
  ready: { text: 'entry.ready', tone: 'jade' },
  closed: { text: 'entry.closed', tone: 'gold' },
  no_video: { text: 'entry.no_video', tone: 'gold' },
  unfit: { text: 'entry.unfit', tone: 'vermilion' },
};

const origins: Record<Entry['origin'], Choice> = {
  staff: { text: 'entry.by_staff' },
  template: { text: 'entry.by_template', tone: 'sky' },
  changed: { text: 'entry.by_template_changed', tone: 'gold' },
};

type EntriesName = 'schedule-entries' | 'radio-entries';

interface Entries {
  channels: 'channels' | 'radio-channels';
  menu: PlacedResource['menu'];
  title: { ko: string; en: string };
}

/** Declares the entries of the channels of a medium: their loops, and their dated entries. */
export function declareEntries(name: EntriesName, { channels, menu, title }: Entries) {
  const entries = declareResource(name, {
    module: 'channels',
    menu,
    title,
    icon: Icon,
    fields: [
      reference('channel_id', channels, {
        required: true,
        label: { ko: '채널', en: 'Channel' },
        list: { from: 'sm' },
        filter: 'any',
      }),
      filteredBy(
        <ChoiceFilter
          source="dated"
          choices={[
            { id: 'false', text: 'channel.loop' },
            { id: 'true', text: 'channel.calendar' },
          ]}
        />,
      ),
      number('position', { input: false, label: { ko: '번호', en: 'No.' }, list: { from: 'sm' } }),
      ...contentFields,
      custom('starts_at', {
        label: { ko: '시작', en: 'Starts' },
        input: <InstantInput source="starts_at" none="entry.in_loop" />,
        column: {
          cell: ({ starts_at }) => <InstantCell value={starts_at} none="entry.in_loop" />,
          exported: { values: ({ text }) => ({ '': text('entry.in_loop') }) },
        },
        ask: { kind: 'instant' },
      }),
      durationField,
      instant('ends_at', {
        label: { ko: '끝', en: 'Ends' },
        asked: false,
        list: { sort: false, from: 'md' },
      }),
      choice('state', states, { input: false, asked: false, list: { sort: false } }),
      choice('origin', origins, {
        input: false,
        asked: false,
        label: { ko: '만든 곳', en: 'Made by' },
        list: { sort: false, from: 'lg' },
      }),
    ],
    form: EntryForm,
    sort: { field: 'starts_at', order: 'ASC' },
    pages: {
      create: () => (
        <CreatePage>
          <entries.Form />
        </CreatePage>
      ),
      edit: () => (
        <>
          <EditPage>
            <entries.Form />
          </EditPage>
          <MovePanel of={name} />
        </>
      ),
      show: () => (
        <ShowPage>
          <entries.Form />
        </ShowPage>
      ),
    },
  });
  return entries;
}

/** Moves a dated entry with all that follow it. */
function MovePanel({ of }: { of: EntriesName }) {
  const text = useText();
  const fieldName = useFieldName('schedule-entries');
  const changed = useChanged();
  const { id = '' } = useParams();
  const mayUpdate = useMay('update', 'schedule-entries');
  const { data: entry } = useGetOne<Entry>(of, { id });
  if (!entry?.starts_at || !mayUpdate) return null;
  return (
    <Box sx={{ mt: 1.5 }}>
      <AskedForm
        variant="outlined"
        question={text('schedule.move_question')}
        fields={
          <AskedField
            name="starts_at"
            type="datetime-local"
            label={fieldName('starts_at')}
            required
            defaultValue={wallClock(new Date(entry.starts_at), serviceZone)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31T23:59' } }}
          />
        }
        onSubmit={async ({ starts_at = '' }) => {
          const at = instantAt(starts_at, serviceZone);
          if (!at) return;
          const made = await api('POST /api/admin/schedule-entries/{id}/moves', {
            params: { id },
            body: { starts_at: at.toISOString() },
          });
          await changed(made, 'schedule.moved');
        }}
      >
        {text('schedule.move')}
      </AskedForm>
    </Box>
  );
}

function EntryForm({ Field }: { Field: FieldPlace<Entry> }) {
  const programme = useWatch({ name: 'programme_id' }) as string | null | undefined;
  return (
    <>
      <Field name="channel_id" />
      <FieldRow>
        <Field name="programme_id" />
        <Field name="episode_id" />
      </FieldRow>
      <Field name="asset_id" />
      {!programme && <Field name="title" />}
      <FieldRow>
        <Field name="starts_at" />
        <Field name="repeats" />
      </FieldRow>
    </>
  );
}
