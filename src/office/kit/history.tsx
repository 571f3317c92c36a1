/** A record as it was, beside what it is now, and bringing that back. */
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { instantAt, serviceZone, showInstant, wallClock } from '../../contract/zone.ts';
import { api } from '../api.ts';
import { useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import { FactValue } from './event-changes.tsx';
import { holdsUnsaved } from './form-draft.tsx';
import { showNumber } from './format.ts';
import { noteChange } from './last-change.ts';
import { problemOf, useTellProblem } from './problem.ts';
import { refusalText } from './undo.tsx';

interface RestoreProps {
  resource: string;
  id: string;
  /** The instant whose state comes back. */
  at: string;
}

function useRestore(): (restored: RestoreProps & { fields?: string[] }) => Promise<boolean> {
  const text = useText();
  const notify = useNotify();
  const locale = useOfficeLocale();
  const tellProblem = useTellProblem();
  const queryClient = useQueryClient();
  return async ({ resource, id, at, fields }) => {
    if (holdsUnsaved()) {
      notify(text('undo.unsaved'), { type: 'warning', autoHideDuration: null });
      return false;
    }
    try {
      const { data } = await api('POST /api/admin/restore', {
        body: { resource, id, at, ...(fields ? { fields } : {}) },
      });
      const [refusal] = data.refused;
      if (refusal && data.event_id === null) {
        notify(refusalText(refusal), { type: 'warning', autoHideDuration: null });
        return false;
      }
      noteChange(data);
      await queryClient.invalidateQueries();
      if (refusal) {
        const values = { count: showNumber(data.refused_count, locale), reason: refusalText(refusal) };
        notify(text('history.restored_in_part', values), { type: 'warning', autoHideDuration: null });
      } else notify(text('history.restored'), { type: 'success' });
      return true;
    } catch (error) {
      tellProblem(error);
      return false;
    }
  };
}

/** Brings a whole record back. */
export function RestoreButton({ label, ...restored }: RestoreProps & { label: string }) {
  const restore = useRestore();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      loading={busy}
      onClick={async () => {
        setBusy(true);
        await restore(restored);
        setBusy(false);
      }}
    >
      {label}
    </Button>
  );
}

/** Chooses an instant to compare a record with. */
export function CompareWith({ resource, id }: { resource: string; id: string }) {
  const text = useText();
  const [wall, setWall] = useState(() => wallClock(new Date(), serviceZone));
  const [at, setAt] = useState<string | null>(null);
  return (
    <>
      <TextField
        type="datetime-local"
        label={text('history.at')}
        value={wall}
        onChange={(event) => setWall(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ maxWidth: 240 }}
      />
      <Button
        sx={{ alignSelf: 'center', flexShrink: 0, whiteSpace: 'nowrap' }}
        disabled={!instantAt(wall, serviceZone)}
        onClick={() => setAt(instantAt(wall, serviceZone)?.toISOString() ?? null)}
      >
        {text('history.compare')}
      </Button>
      {at && <CompareDialog resource={resource} id={id} at={at} onClose={() => setAt(null)} />}
    </>
  );
}

/** The fields in which a record differs from what it was; those chosen can be brought back. */
export function CompareDialog({ resource, id, at, onClose }: RestoreProps & { onClose: () => void }) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const fieldName = useFieldName(resource);
  const restore = useRestore();
  const mayUpdate = useMay('update', resource);
  const [left, setLeft] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: [resource, 'history', id, at],
    queryFn: async () =>
      (await api('GET /api/admin/history/{resource}/{id}', { params: { resource, id }, query: { at } })).data,
  });
  const chosen = data?.changed.filter((field) => !left.includes(field)) ?? [];
  const toggle = (field: string) =>
    setLeft((before) =>
      before.includes(field) ? before.filter((own) => own !== field) : [...before, field],
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="history-title">
      <DialogTitle id="history-title">
        {text('history.title', { instant: showInstant(at, locale) })}
      </DialogTitle>
      <DialogContent>
        {error && <Typography color="error">{problemOf(error) || error.message}</Typography>}
        {data && !data.past && <Typography>{text('history.none')}</Typography>}
        {data?.past && data.changed.length === 0 && <Typography>{text('history.same')}</Typography>}
        {data?.past && data.changed.length > 0 && (
          <>
            <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
              {text('history.unpublished')}
            </Typography>
            <Table size="small" sx={{ '& td': { verticalAlign: 'top', py: 0.5 } }}>
              <TableHead>
                <TableRow>
                  <TableCell>{text('log.field')}</TableCell>
                  <TableCell>{text('history.then')}</TableCell>
                  <TableCell>{text('history.now')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {data.changed.map((field) => (
                  <TableRow key={field}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>
                      {mayUpdate && (
                        <Checkbox
                          size="small"
                          checked={!left.includes(field)}
                          onChange={() => toggle(field)}
                          aria-label={fieldName(field)}
                        />
                      )}
                      {fieldName(field)}
                    </TableCell>
                    <TableCell>
                      <FactValue field={field} value={data.past?.[field]} entity={resource} />
                    </TableCell>
                    <TableCell>
                      <FactValue field={field} value={data.present?.[field]} entity={resource} />
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {mayUpdate && chosen.length > 0 && (
          <Button
            variant="contained"
            loading={busy}
            onClick={async () => {
              setBusy(true);
              const done = await restore({ resource, id, at, ...(data?.present ? { fields: chosen } : {}) });
              setBusy(false);
              if (done) onClose();
            }}
          >
            {text('history.restore')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
