/** Opening personal data, which is masked until somebody says what for. */

import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useRefresh, useResourceContext, useTranslate } from 'react-admin';
import { maxReasonLength, minReasonLength, openMinutes } from '../../contract/admin/personal-data.ts';
import { fieldText } from '../../contract/messages.ts';
import { rules } from '../../contract/rules.ts';
import { showInstant } from '../../contract/zone.ts';
import { ApiError } from '../../ui/api-client.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useMay } from './access.ts';
import { useHidesGroup } from './hidden-fields.ts';

const openingsKey = ['personal-data-openings'];

/** The button that opens personal data of this list, or of one record of it, and until when it is open. */
export function PersonalData({ id = null }: { id?: string | null }) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const locale = useOfficeLocale();
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isHidden = useHidesGroup('personal');
  const mayOpenPersonalData = useMay('personal_data', resource) && !isHidden;
  const { data: openings } = useQuery({
    queryKey: openingsKey,
    queryFn: async () => (await api('GET /api/admin/personal-data-openings')).data,
    enabled: mayOpenPersonalData,
  });
  const until = openings
    ?.filter((own) => own.resource === resource && (own.id === null || own.id === id))
    .at(-1)?.open_until;

  useEffect(() => {
    if (!until) return;
    // What is on the screen is masked again when its time is over.
    const timer = setTimeout(
      () => {
        void queryClient.invalidateQueries({ queryKey: openingsKey });
        refresh();
      },
      Math.max(Date.parse(until) - Date.now(), 0) + 1000,
    );
    return () => clearTimeout(timer);
  }, [until, queryClient, refresh]);

  if (!mayOpenPersonalData || !openings) return null;
  const opened = async () => {
    setAsking(false);
    await queryClient.invalidateQueries({ queryKey: openingsKey });
    refresh();
  };
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', minHeight: 32, ...(id === null ? { px: 1 } : { mt: 1 }) }}
    >
      {until ? (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ display: 'inline-flex', alignItems: 'center', columnGap: 0.5 }}
        >
          <LockOpenIcon fontSize="inherit" />
          {text('personal.open_until', { at: showInstant(until, locale) })}
        </Typography>
      ) : (
        <Button
          size="small"
          startIcon={<LockIcon sx={{ '&&': { fontSize: 16 } }} />}
          sx={{ ml: -0.5 }}
          onClick={() => setAsking(true)}
        >
          {text('personal.open')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog resource={resource} id={id} onOpened={opened} onClose={() => setAsking(false)} />
      )}
    </Box>
  );
}

const reasons: TextKey[] = ['personal.reason_inquiry', 'personal.reason_identity', 'personal.reason_account'];

function ReasonDialog({
  resource,
  id,
  onOpened,
  onClose,
}: {
  resource: string;
  id: string | null;
  onOpened: () => Promise<void>;
  onClose: () => void;
}) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const entry = reason.trim();
    const problem = rules.required(entry) ?? rules.min_text(entry, minReasonLength);
    if (problem) {
      setError(fieldText('reason', problem.message, locale, problem.values));
      return;
    }
    setBusy(true);
    try {
      await api('POST /api/admin/personal-data-openings', { body: { resource, id, reason } });
      await onOpened();
    } catch (failure) {
      const known = failure instanceof ApiError ? failure : undefined;
      setError(known?.errors.reason?.join(' ') || known?.message || translate('ra.notification.http_error'));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="personal-data">
      <DialogTitle id="personal-data">{text('personal.title')}</DialogTitle>
      <form noValidate onSubmit={(event) => void send(event)}>
        <DialogContent sx={{ pt: 0 }}>
          <DialogContentText sx={{ mb: 2 }}>
            {text(id === null ? 'personal.hint_list' : 'personal.hint', { minutes: openMinutes })}
          </DialogContentText>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
            {reasons.map((key) => (
              <Chip key={key} label={text(key)} onClick={() => setReason(text(key))} size="small" />
            ))}
          </Stack>
          <TextField
            autoFocus
            fullWidth
            required
            label={text('personal.reason')}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setError('');
            }}
            error={error !== ''}
            helperText={error}
            slotProps={{ htmlInput: { maxLength: maxReasonLength } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {text('personal.show')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
