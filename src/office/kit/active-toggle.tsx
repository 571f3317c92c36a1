import { Box, Switch } from '@mui/material';
import { useState } from 'react';
import { Confirm, type RaRecord, useNotify, useResourceContext, useUpdate } from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import { useSaveFailed } from './edit-page.tsx';
import { recordName } from './reference-name.tsx';

/** Makes a record active or inactive where it stands in its list. Nobody can choose it any longer once it is off, so that is asked first. */
export function ActiveToggle({ record }: { record: RaRecord & { active: boolean } }) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const saveFailed = useSaveFailed();
  const mayUpdate = useMay('update', resource);
  const mayPublish = useMay('publish', resource);
  const [asking, setAsking] = useState(false);
  const [update, { isPending }] = useUpdate(
    resource,
    { id: record.id, data: { active: !record.active }, previousData: record },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => notify(text('active.updated'), { type: 'success' }),
      onError: saveFailed,
      onSettled: () => setAsking(false),
    },
  );
  const name = recordName(record, locale);
  return (
    // A click on it, or in the question, must not open the record.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <Switch
        size="small"
        checked={record.active}
        // Behind the question it stays enabled: the focus comes back to it.
        disabled={(isPending && !asking) || !mayUpdate || !mayPublish}
        onChange={() => (record.active ? setAsking(true) : void update())}
        slotProps={{ input: { 'aria-label': text('active.of', { name }) } }}
      />
      {asking && (
        <Confirm
          isOpen
          loading={isPending}
          title={text('active.change')}
          content={text('active.question', { name })}
          onConfirm={() => void update()}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
