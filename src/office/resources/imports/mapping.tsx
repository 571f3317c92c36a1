import {
  Alert,
  Box,
  Button,
  Card,
  MenuItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import type { ImportRecord } from './states.ts';

/** Which column of the resource each column of the file fills, with its first rows beside it. */
export function ImportMapping({
  record,
  call,
}: {
  record: ImportRecord;
  call: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const text = useText();
  const [mapping, setMapping] = useState(record.mapping);
  const [busy, setBusy] = useState(false);
  const { id, headers, columns, samples } = record;
  const unknown = headers.filter((header, at) => header !== '' && !mapping[at]);
  const missing = columns.filter(({ name, required }) => required && !mapping.includes(name));
  const choose = (at: number, name: string) =>
    setMapping(
      mapping.map((own, index) => (index === at ? name || null : own === name && name !== '' ? null : own)),
    );
  const check = async () => {
    setBusy(true);
    await call(async () => {
      await api('PATCH /api/admin/imports/{id}', { params: { id }, body: { mapping } });
      await api('POST /api/admin/imports/{id}/run', { params: { id }, body: { dry_run: true } });
    });
    setBusy(false);
  };
  return (
    <Card variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 2 }}>
      <Typography variant="subtitle1" component="h3">
        {text('import.step_columns')}
      </Typography>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{text('import.heading')}</TableCell>
              <TableCell>{text('import.samples')}</TableCell>
              <TableCell>{text('import.fills')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat; their places are what they are known by.
              <TableRow key={at}>
                <TableCell sx={{ fontWeight: 600 }}>{header}</TableCell>
                <TableCell sx={{ color: 'text.secondary', maxWidth: 320 }}>
                  <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                    {samples.map((row) => row[at]).join(' · ')}
                  </Box>
                </TableCell>
                <TableCell>
                  <TextField
                    select
                    size="small"
                    fullWidth
                    value={mapping[at] ?? ''}
                    onChange={(event) => choose(at, event.target.value)}
                    slotProps={{
                      select: { displayEmpty: true },
                      htmlInput: { 'aria-label': `${text('import.fills')}: ${header}` },
                    }}
                  >
                    <MenuItem value="">{text('import.leave_out')}</MenuItem>
                    {columns.map(({ name, label }) => (
                      <MenuItem key={name} value={name}>
                        {label}
                      </MenuItem>
                    ))}
                  </TextField>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {missing.length > 0 && (
        <Alert severity="warning">
          {text('import.missing', { columns: missing.map(({ label }) => label).join(', ') })}
        </Alert>
      )}
      {unknown.length > 0 && (
        <Alert severity="info">{text('import.unknown', { columns: unknown.join(', ') })}</Alert>
      )}
      <Box>
        <Button
          variant={record.counts ? 'outlined' : 'contained'}
          disabled={busy}
          onClick={() => void check()}
        >
          {text('import.check')}
        </Button>
      </Box>
    </Card>
  );
}
