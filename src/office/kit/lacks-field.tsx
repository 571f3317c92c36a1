import { Stack } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Lack } from '../../contract/admin/fields.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { Tag } from './chips.tsx';
import type { Field } from './field.tsx';
import { custom } from './fields.tsx';
import { ChoiceFilter } from './filters.tsx';

/** In the order in which the start page counts them. */
export const lackNames: readonly Lack[] = ['video', 'captions', 'artwork', 'synopsis', 'language'];

/** Without a video there is nothing to see at all. */
export const lackTone = (lack: Lack): 'rose' | 'gold' => (lack === 'video' ? 'rose' : 'gold');

/** What a record lacks, a chip for each; nothing when it is complete. */
export function LackTags({ lacks }: { lacks: readonly Lack[] }) {
  const text = useText();
  return lacks.map((lack) => (
    <Tag key={lack} label={text(`lack.${lack}`)} tone={lackTone(lack)} sx={{ mr: 0.5 }} />
  ));
}

/** At a record's form: what the record lacks as it is stored. */
export function RecordLacks() {
  const record = useRecordContext<{ id?: string; lacks?: Lack[] }>();
  if (!record?.id || !record.lacks?.length) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', rowGap: 0.5, mb: 1, width: '100%' }}>
      <LackTags lacks={record.lacks} />
    </Stack>
  );
}

/** What a record lacks: listed, shown at the record, and asked for; `among`: what such a record can lack. */
export function lacks<R extends { lacks: Lack[] }>({
  from,
  among = lackNames,
}: {
  from?: 'sm' | 'md' | 'lg' | 'xl';
  among?: readonly Lack[];
} = {}): Field<R> {
  return custom<R>('lacks' as keyof R & string, {
    filter: (
      <ChoiceFilter
        source="lacks"
        choices={among.map((lack) => ({ id: lack, text: `lack.${lack}` as const }))}
      />
    ),
    input: <RecordLacks />,
    column: {
      sort: false,
      ...(from ? { from } : {}),
      cell: (record) => <LackTags lacks={record.lacks} />,
      exported: {
        values: ({ text }) => Object.fromEntries(lackNames.map((lack) => [lack, text(`lack.${lack}`)])),
      },
    },
  });
}
