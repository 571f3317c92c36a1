import {
  Alert,
  Box,
  Button,
  Card,
  Pagination,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedRow } from '../../../contract/admin/imports.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { ChoiceCell } from '../../kit/columns.tsx';
import { EventChanges } from '../../kit/event-changes.tsx';
import { showNumber } from '../../kit/format.ts';
import { Hidden } from '../../kit/hidden.tsx';
import { type ImportRecord, type RowState, rowStates } from './states.ts';

const perPage = 50;

/** The rows of an import with what each does: the differences, or why it is refused. */
export function ImportRows({
  record,
  counts,
}: {
  record: ImportRecord;
  counts: NonNullable<ImportRecord['counts']>;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const [state, setState] = useState<RowState | ''>('');
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['imports', record.id, 'rows', record.finished_at, state, page, locale],
    queryFn: () =>
      api('GET /api/admin/imports/{id}/rows', {
        params: { id: record.id },
        query: { page, per_page: perPage, ...(state ? { state } : {}) },
      }),
    placeholderData: keepPreviousData,
  });
  const names = (Object.keys(rowStates) as RowState[]).filter((name) => counts[name] > 0);
  return (
    <Card variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={text('import.rows')}
        onChange={(_event, chosen: RowState | '' | null) => {
          setState(chosen ?? '');
          setPage(1);
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        <ToggleButton value="">
          {text('import.rows')} {showNumber(record.rows, locale)}
        </ToggleButton>
        {names.map((name) => (
          <ToggleButton key={name} value={name}>
            {text(rowStates[name].text)} {showNumber(counts[name], locale)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 64 }}>{text('import.line')}</TableCell>
              <TableCell sx={{ width: 96 }}>{text('import.step_done')}</TableCell>
              <TableCell>{text('import.item')}</TableCell>
              <TableCell sx={{ width: 96 }}>
                <Hidden>{text('import.details')}</Hidden>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data?.data.map((row) => (
              <Row key={row.line} row={row} resource={record.resource} />
            ))}
          </TableBody>
        </Table>
      </Box>
      {data && data.meta.last_page > 1 && (
        <Pagination count={data.meta.last_page} page={page} onChange={(_event, chosen) => setPage(chosen)} />
      )}
    </Card>
  );
}

function Row({ row, resource }: { row: ImportedRow; resource: string }) {
  const text = useText();
  // What is wrong and what differs is what is looked for; a new record is opened when somebody asks.
  const [open, setOpen] = useState(row.state === 'changed');
  const hasChanges = Object.keys(row.changes).length > 0;
  return (
    <>
      <TableRow>
        <TableCell>{row.line}</TableCell>
        <TableCell>
          <ChoiceCell {...rowStates[row.state]} />
        </TableCell>
        <TableCell>
          {row.label}
          {row.problems.map(({ column, label, message }) => (
            <Alert key={`${column} ${message}`} severity="error" sx={{ py: 0, mt: 0.5 }}>
              {label}: {message}
            </Alert>
          ))}
        </TableCell>
        <TableCell align="right">
          {hasChanges && (
            <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {text('import.details')}
            </Button>
          )}
        </TableCell>
      </TableRow>
      {open && hasChanges && (
        <TableRow>
          <TableCell />
          <TableCell colSpan={3}>
            <EventChanges event={{ entity: resource, changes: row.changes }} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}
