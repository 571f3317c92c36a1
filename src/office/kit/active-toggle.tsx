import { Switch } from '@mui/material';
import { type RaRecord, useNotify, useResourceContext, useUpdate } from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import { useSaveFailed } from './edit-page.tsx';
import { recordName } from './reference-name.tsx';

/** Makes a record active or inactive where it stands in its list. */
export function ActiveToggle({ record }: { record: RaRecord & { active: boolean } }) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const saveFailed = useSaveFailed();
  const mayUpdate = useMay('update', resource);
  const mayPublish = useMay('publish', resource);
  const [update, { isPending }] = useUpdate(
    resource,
    { id: record.id, data: { active: !record.active }, previousData: record },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => notify(text('active.updated'), { type: 'success' }),
      onError: saveFailed,
    },
  );
  return (
    <Switch
      size="small"
      checked={record.active}
      disabled={isPending || !mayUpdate || !mayPublish}
      // A click on it must not open the record.
      onClick={(event) => event.stopPropagation()}
      onChange={() => void update()}
      slotProps={{ input: { 'aria-label': text('active.of', { name: recordName(record, locale) }) } }}
    />
  );
}
