import { Alert, Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Title, useNotify } from 'react-admin';
import { useParams } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api, fetchBytes } from '../../api.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { ImportMapping } from './mapping.tsx';
import { ImportPictures } from './pictures.tsx';
import { ImportRows } from './rows.tsx';
import { type ImportRecord, importStates, isRunning } from './states.ts';
import { ImportSteps } from './steps.tsx';

const pollMs = 1000;

/** An import: its columns, what each row would do, and what came of it. */
export function ImportShow() {
  const { id = '' } = useParams();
  const locale = useOfficeLocale();
  const { data: record, error } = useQuery({
    queryKey: ['imports', id, locale],
    queryFn: async () => (await api('GET /api/admin/imports/{id}', { params: { id } })).data,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? pollMs : false),
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!record) return <LinearProgress />;
  return <Import record={record} />;
}

/** Runs a call of the import and shows it as it is then; what is refused is said. */
function useImportCall(id: string) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
    } catch (error) {
      const message =
        error instanceof ApiError ? (Object.values(error.errors).flat()[0] ?? error.message) : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
    await queryClient.invalidateQueries({ queryKey: ['imports', id] });
  };
}

function Import({ record }: { record: ImportRecord }) {
  const text = useText();
  const locale = useOfficeLocale();
  const call = useImportCall(record.id);
  const { state, counts } = record;
  const isDone = state === 'done';
  const step = isDone ? 4 : counts ? 2 : 1;
  const facts = [
    entities[record.resource]?.[locale] ?? record.resource,
    record.staff_name,
    showInstant(record.created_at, locale),
  ];
  return (
    <Box sx={{ maxWidth: 1100, pt: 1 }}>
      <Title title={record.file_name} />
      <ImportSteps active={step} />
      <Card variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {record.file_name}
          </Typography>
          <ChoiceCell {...importStates[state]} />
          {record.undone && <ChoiceCell text="import.undone" />}
          <Typography variant="body2" color="text.secondary">
            {facts.join(' · ')}
          </Typography>
        </Box>
        {record.error && <Alert severity="error">{record.error}</Alert>}
        {isRunning(record) ? (
          <Box role="status">
            <Typography sx={{ mb: 1 }}>
              {text(state === 'checking' ? 'import.checking' : 'import.importing')}
            </Typography>
            <LinearProgress aria-label={record.file_name} />
          </Box>
        ) : (
          <Actions record={record} call={call} />
        )}
      </Card>
      {counts && !isRunning(record) && <ImportRows record={record} counts={counts} />}
      {!isDone && !isRunning(record) && record.columns.some(({ picture }) => picture) && (
        <ImportPictures record={record} call={call} />
      )}
      {!isDone && !isRunning(record) && <ImportMapping key={record.id} record={record} call={call} />}
    </Box>
  );
}

/** What can be done with an import that has been tried or made. */
function Actions({
  record: { id, counts, state, event_id, undone },
  call,
}: {
  record: ImportRecord;
  call: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const text = useText();
  const notify = useNotify();
  if (!counts) return null;
  const willChange = counts.new + counts.changed;
  const run = () =>
    call(() =>
      api('POST /api/admin/imports/{id}/run', {
        params: { id },
        body: { dry_run: false, refused: counts.refused > 0 ? 'skip' : 'stop' },
      }),
    );
  const mend = () =>
    call(async () => {
      const file = await fetchBytes('GET /api/admin/imports/{id}/refused', {
        params: { id },
        query: { format: 'xlsx' },
      });
      saveFile(file, 'refused-rows.xlsx');
    });
  const undo = () =>
    call(async () => {
      const { data } = await api('POST /api/admin/undo', { body: { event_id: event_id ?? '' } });
      const [first] = data.refused;
      if (first)
        notify('office.import.undo_refused', {
          type: 'warning',
          messageArgs: { count: data.refused_count, smart_count: data.refused_count, first: first.label },
          autoHideDuration: null,
        });
    });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {state !== 'done' && willChange > 0 && (
        <AskedButton
          size="medium"
          variant="contained"
          question={text('import.ask', { fresh: counts.new, changed: counts.changed })}
          onConfirm={run}
        >
          {text(counts.refused > 0 ? 'import.good' : 'import.all', { count: willChange })}
        </AskedButton>
      )}
      {state !== 'done' && willChange === 0 && <Typography>{text('import.nothing')}</Typography>}
      {state === 'done' && event_id && !undone && (
        <AskedButton size="medium" variant="outlined" question={text('import.undo_ask')} onConfirm={undo}>
          {text('import.undo')}
        </AskedButton>
      )}
      {counts.refused > 0 && (
        <Button variant="outlined" onClick={() => void mend()}>
          {text('import.mend')}
        </Button>
      )}
    </Box>
  );
}
