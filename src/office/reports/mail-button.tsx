/** Has a report sent by mail, and ends that. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  List,
  ListItem,
  ListItemText,
  MenuItem,
  TextField,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button as ActionButton, useNotify, useTranslate } from 'react-admin';
import {
  type DeclaredReport,
  type MailingRhythm,
  mailingRhythms,
  type ReportFilters,
} from '../../contract/admin/reports.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { problemOf } from '../kit/problem.ts';

interface Props {
  report: DeclaredReport;
  /** What it is narrowed to now. */
  filters: ReportFilters;
}

export function MailButton(props: Props) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton label={text('report.mail')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MailIcon />
      </ActionButton>
      {isOpen && <MailDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const mailingsKey = ['report-mailings'] as const;

function MailDialog({ report, filters, onClose }: Props & { onClose: () => void }) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [every, setEvery] = useState<MailingRhythm>('week');
  const [problem, setProblem] = useState('');
  const { data } = useQuery({
    queryKey: mailingsKey,
    queryFn: async () => (await api('GET /api/admin/report-mailings')).data,
  });
  const own = data?.mailings.filter((mailing) => mailing.report === report.name) ?? [];
  const run = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: mailingsKey });
      setProblem('');
      notify(said, { type: 'success' });
    } catch (error) {
      setProblem(problemOf(error) || translate('ra.notification.http_error'));
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="report-mail">
      <DialogTitle id="report-mail">
        {text('report.mail_title', { report: report.title[locale] })}
      </DialogTitle>
      <DialogContent>
        {data?.email === '' ? (
          <Alert severity="info">{text('report.mail_no_address')}</Alert>
        ) : (
          <TextField
            select
            fullWidth
            label={text('report.mail_every')}
            value={every}
            onChange={(event) => setEvery(event.target.value as MailingRhythm)}
            helperText={text('report.mail_hint', { email: data?.email ?? '' })}
            sx={{ mt: 1 }}
          >
            {mailingRhythms.map((each) => (
              <MenuItem key={each} value={each}>
                {text(`report.every.${each}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {own.length > 0 && (
          <List dense aria-label={text('report.mail_own')}>
            {own.map((mailing) => (
              <ListItem
                key={mailing.id}
                disableGutters
                secondaryAction={
                  <IconButton
                    edge="end"
                    aria-label={text('report.mail_end', { every: text(`report.every.${mailing.every}`) })}
                    onClick={() =>
                      void run(
                        () => api('DELETE /api/admin/report-mailings/{id}', { params: { id: mailing.id } }),
                        text('report.mail_ended'),
                      )
                    }
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                }
              >
                <ListItemText
                  primary={text(`report.every.${mailing.every}`)}
                  secondary={
                    Object.keys(mailing.filters).length > 0
                      ? text('report.mail_narrowed', { count: Object.keys(mailing.filters).length })
                      : undefined
                  }
                />
              </ListItem>
            ))}
          </List>
        )}
        {problem && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        <Button
          variant="contained"
          disabled={!data?.email}
          onClick={() =>
            void run(
              () => api('POST /api/admin/report-mailings', { body: { report: report.name, every, filters } }),
              text('report.mail_begun'),
            )
          }
        >
          {text('report.mail_begin')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
