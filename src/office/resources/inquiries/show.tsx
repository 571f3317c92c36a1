import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import {
  Alert,
  Box,
  Button,
  Card,
  Checkbox,
  FormControlLabel,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import {
  ListButton,
  Show,
  TopToolbar,
  useGetList,
  useNotify,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api, fetchBytes } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import { useIdentity, useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { EventLogButton } from '../../kit/event-log.tsx';
import { useTextDraft } from '../../kit/form-draft.tsx';
import { showBytes } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { PersonalData } from '../../kit/personal-data.tsx';
import type { RecordOf } from '../../names.ts';
import { inquiryStates, inquiryTypes } from './states.ts';

type Inquiry = RecordOf<'inquiries'>;
type Message = Inquiry['messages'][number];

/** One inquiry: who asks, what was written, and the answer. */
export function InquiryShow() {
  return (
    <Guarded action="show">
      <Show<Inquiry>
        actions={
          <TopToolbar>
            <ListButton />
            <EventLogButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 900 }}
      >
        <Whole />
      </Show>
    </Guarded>
  );
}

function Whole() {
  const inquiry = useRecordContext<Inquiry>();
  const text = useText();
  const locale = useOfficeLocale();
  const mayAnswer = useMay('update', 'inquiries');
  const { data: me } = useIdentity();
  const { busy, run } = useChange();
  // After the list, the first data are the list's cached row, which has no messages.
  if (!inquiry || !('messages' in inquiry)) return null;
  const change = (body: { closed?: boolean; mine?: boolean }) =>
    run(
      () =>
        api('PATCH /api/admin/inquiries/{id}', {
          params: { id: inquiry.id },
          body: { ...body, updated_at: inquiry.updated_at },
        }),
      body.closed === undefined ? undefined : 'inquiry.status_updated',
    );
  const closed = inquiry.status === 'closed';
  return (
    <Stack sx={{ rowGap: 2 }}>
      <Card sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', columnGap: 2 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {inquiry.title}
          </Typography>
          <ChoiceCell {...inquiryStates[inquiry.status]} />
        </Stack>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {[
            text(inquiryTypes[inquiry.type].text),
            inquiry.username
              ? [inquiry.username, inquiry.email && `(${inquiry.email})`].filter(Boolean).join(' ')
              : text('inquiry.account_gone'),
            text(inquiry.locale === 'ko' ? 'inquiry.in_korean' : 'inquiry.in_english'),
            showInstant(inquiry.created_at, locale),
          ].join(' · ')}
        </Typography>
        <PersonalData id={inquiry.id} />
        {mayAnswer && (
          <Stack
            direction="row"
            sx={{ mt: 1.5, columnGap: 1, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}
          >
            <Typography variant="body2">
              {text('inquiry.assigned_to', { name: inquiry.assigned_name || text('inquiry.nobody') })}
            </Typography>
            {inquiry.assigned_to !== me?.id && (
              <Button size="small" disabled={busy} onClick={() => void change({ mine: true })}>
                {text('inquiry.take')}
              </Button>
            )}
            {inquiry.assigned_to && (
              <Button size="small" disabled={busy} onClick={() => void change({ mine: false })}>
                {text('inquiry.give_back')}
              </Button>
            )}
            <AskedButton
              disabled={busy}
              question={text(closed ? 'inquiry.reopen_question' : 'inquiry.close_question')}
              onConfirm={() => change({ closed: !closed })}
            >
              {text(closed ? 'inquiry.reopen' : 'inquiry.close')}
            </AskedButton>
          </Stack>
        )}
      </Card>
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1.5 }}>
        {inquiry.messages.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </Stack>
      {closed ? (
        <Alert severity="info">{text('inquiry.is_closed')}</Alert>
      ) : (
        mayAnswer && <AnswerForm key={inquiry.id} inquiry={inquiry} />
      )}
    </Stack>
  );
}

function MessageCard({ message }: { message: Message }) {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const mine = message.author === 'staff';
  const keep = async (id: string, name: string) => {
    try {
      const file = await fetchBytes('GET /api/admin/inquiries/attachments/{id}', { params: { id } });
      const address = URL.createObjectURL(file);
      const link = document.createElement('a');
      Object.assign(link, { href: address, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch {
      notify(text('inquiry.no_file'), { type: 'error' });
    }
  };
  return (
    <Card component="li" sx={{ p: 2, ml: mine ? { xs: 0, sm: 6 } : 0, mr: mine ? 0 : { xs: 0, sm: 6 } }}>
      <Typography variant="subtitle2">
        {mine ? message.staff_name : text('inquiry.customer')}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          {showInstant(message.created_at, locale)}
        </Typography>
      </Typography>
      <Typography sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.body}</Typography>
      {message.attachments.map((file) => (
        <Button
          key={file.id}
          size="small"
          variant="outlined"
          startIcon={<DownloadIcon />}
          sx={{ mt: 1, mr: 1, maxWidth: '100%' }}
          onClick={() => void keep(file.id, file.name)}
        >
          {file.name} ({showBytes(file.size_bytes)})
        </Button>
      ))}
    </Card>
  );
}

function AnswerForm({ inquiry }: { inquiry: Inquiry }) {
  const text = useText();
  const locale = useOfficeLocale();
  const [answer, setAnswer] = useTextDraft('inquiries', inquiry.id);
  const [close, setClose] = useState(false);
  const { busy, errors, run } = useChange();
  const { data: canned = [] } = useGetList<RecordOf<'canned-answers'>>('canned-answers', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: locale === 'ko' ? 'name_ko' : 'name_en', order: 'ASC' },
  });
  /** In the customer's language, at the end of what is written already. */
  const insert = (id: string) => {
    const chosen = canned.find((row) => row.id === id);
    if (!chosen) return;
    const words = inquiry.locale === 'ko' ? chosen.body_ko : chosen.body_en;
    setAnswer((before) => (before ? `${before.trimEnd()}\n\n${words}` : words));
  };
  const send = async () => {
    const sent = await run(
      () =>
        api('POST /api/admin/inquiries/{id}/answer', {
          params: { id: inquiry.id },
          body: { answer, close, updated_at: inquiry.updated_at },
        }),
      'inquiry.sent',
    );
    if (sent) setAnswer('');
  };
  return (
    <Card
      component="form"
      sx={{ p: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {canned.length > 0 && (
        <TextField
          select
          size="small"
          label={text('inquiry.insert')}
          value=""
          onChange={(event) => insert(event.target.value)}
          sx={{ minWidth: 240, mb: 1.5 }}
        >
          {canned.map((row) => (
            <MenuItem key={row.id} value={row.id}>
              {inLocale(locale, row.name_ko, row.name_en)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label={text('inquiry.answer')}
        value={answer}
        error={Boolean(errors.answer)}
        helperText={errors.answer?.join(' ')}
        onChange={(event) => setAnswer(event.target.value)}
        multiline
        minRows={6}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      <Stack direction="row" sx={{ mt: 1, alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
        <Button type="submit" variant="contained" disabled={busy}>
          {text('inquiry.send')}
        </Button>
        <FormControlLabel
          control={<Checkbox checked={close} onChange={(event) => setClose(event.target.checked)} />}
          label={text('inquiry.close_too')}
        />
      </Stack>
    </Card>
  );
}

/**
 * Runs a change of an inquiry, then shows the newest; what somebody else wrote meanwhile has to be read first. What is wrong
 * with a field stands in `errors`, for that field to say.
 */
function useChange() {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const run = async (
    change: () => Promise<unknown>,
    done?: 'inquiry.sent' | 'inquiry.status_updated',
  ): Promise<boolean> => {
    setBusy(true);
    setErrors({});
    try {
      await change();
      if (done) notify(text(done), { type: 'info' });
      refresh();
      return true;
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.errors);
      const conflict = error instanceof ApiError && error.code === 'conflict';
      notify(conflict ? text('inquiry.conflict') : (error as Error).message || 'ra.notification.http_error', {
        type: conflict ? 'warning' : 'error',
      });
      if (conflict) refresh();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, run };
}
