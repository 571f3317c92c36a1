import DownloadIcon from '@mui/icons-material/GetApp';
import { Alert, Box, Button, Card, LinearProgress, MenuItem, TextField, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { Title, useNotify, useRedirect } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../ui/api-client.ts';
import { fetchBytes, sendBytes } from '../../api.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useImportable } from '../../kit/import-button.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { ImportSteps } from './steps.tsx';

/** The start of an import: its resource and its file. */
export function ImportCreate() {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const redirect = useRedirect();
  const input = useRef<HTMLInputElement>(null);
  const [asked] = useSearchParams();
  const { data: importable } = useImportable();
  const [chosen, setChosen] = useState(asked.get('resource') ?? '');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  if (!importable) return <LinearProgress />;
  const resource = importable.includes(chosen) ? chosen : (importable[0] ?? '');

  const failed = (error: unknown) => {
    const message = error instanceof ApiError ? (error.errors.file?.[0] ?? error.message) : '';
    notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    return message;
  };
  const send = async (file: File) => {
    setSending(true);
    setProblem('');
    try {
      const query = { resource, file_name: file.name.normalize('NFC') };
      const { data } = await sendBytes('POST /api/admin/imports', file, { query });
      redirect('show', 'imports', data.id);
    } catch (error) {
      setProblem(failed(error));
      setSending(false);
    }
  };
  const download = async (format: 'xlsx' | 'csv') => {
    try {
      const file = await fetchBytes('GET /api/admin/importable/{resource}/template', {
        params: { resource },
        query: { format },
      });
      saveFile(file, `${resource}-template.${format}`);
    } catch (error) {
      failed(error);
    }
  };

  return (
    <Box sx={{ maxWidth: 900, pt: 1 }}>
      <Title title={text('import.new')} />
      <ImportSteps active={0} />
      <Card variant="outlined" sx={{ p: 2, display: 'grid', gap: 2 }}>
        {importable.length === 0 ? (
          <Alert severity="info">{text('import.none')}</Alert>
        ) : (
          <>
            <TextField
              select
              label={text('import.resource')}
              value={resource}
              onChange={(event) => setChosen(event.target.value)}
              sx={{ maxWidth: 360 }}
            >
              {importable.map((name) => (
                <MenuItem key={name} value={name}>
                  {entities[name]?.[locale] ?? name}
                </MenuItem>
              ))}
            </TextField>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Button size="small" startIcon={<DownloadIcon />} onClick={() => void download('xlsx')}>
                {text('import.template')}
              </Button>
              <Button size="small" onClick={() => void download('csv')}>
                {text('import.template_csv')}
              </Button>
            </Box>
            <Typography variant="body2" color="text.secondary">
              {text('import.file_hint')} {text('import.empty_hint')} {text('import.names_hint')}
            </Typography>
            {problem && <Alert severity="error">{problem}</Alert>}
            {sending ? (
              <Typography role="status">{text('import.reading')}</Typography>
            ) : (
              <Box>
                <Button variant="contained" onClick={() => input.current?.click()}>
                  {text('import.choose')}
                </Button>
                <input
                  ref={input}
                  hidden
                  type="file"
                  accept=".xlsx,.csv,.txt,.tsv,.xml"
                  aria-label={text('import.file')}
                  onChange={(event) => {
                    const file = event.target.files?.[0];
                    // The same file may be chosen again once it has been mended.
                    event.target.value = '';
                    if (file) void send(file);
                  }}
                />
              </Box>
            )}
          </>
        )}
      </Card>
    </Box>
  );
}
