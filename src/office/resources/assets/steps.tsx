import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassIcon from '@mui/icons-material/HourglassEmpty';
import ReplayIcon from '@mui/icons-material/Replay';
import {
  Alert,
  Box,
  Button,
  CircularProgress,
  Collapse,
  LinearProgress,
  Stack,
  Tooltip,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { api } from '../../api.ts';
import { type Text, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import type { RecordOf } from '../../names.ts';
import { accent } from '../../theme.ts';
import { refreshAssets } from './ingest-push.ts';

export type Asset = RecordOf<'assets'>;
type Step = Asset['steps'][number];

const percentOf = (step: Step) => (step.state === 'done' ? 100 : Math.floor(step.progress * 100));
const colors: Record<Step['state'], string> = {
  waiting: accent.grey.soft,
  running: accent.sky.plain,
  done: accent.jade.plain,
  failed: accent.rose.plain,
};

const stepNames = [
  'kcp_ingest',
  'transcoding',
  'distribute',
  'drm',
  'storage',
] as const satisfies Step['step'][];
const stepStates = ['waiting', 'running', 'done', 'failed'] as const satisfies Step['state'][];

/** Names of the steps and of their states. */
export const stepWords = (text: Text): Record<string, string> => ({
  ...Object.fromEntries(stepNames.map((step) => [step, text(`step.${step}`)])),
  ...Object.fromEntries(stepStates.map((state) => [state, text(`state.${state}`)])),
});

/** The five steps in a row of a list: one bar each, the running one's name and share beside them. */
export function StepBars({ asset }: { asset: Pick<Asset, 'state' | 'steps'> }) {
  const text = useText();
  const current =
    asset.steps.find(({ state }) => state === 'running' || state === 'failed') ??
    asset.steps.find(({ state }) => state === 'waiting');
  const words =
    asset.steps.map((step) => `${text(`step.${step.step}`)} ${text(`state.${step.state}`)}`).join(', ') ||
    text(`asset.${asset.state}`);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, minWidth: 190 }}>
      <Tooltip title={words}>
        <Stack
          direction="row"
          role="img"
          aria-label={words}
          sx={{ columnGap: '3px', width: 90, flex: 'none' }}
        >
          {asset.steps.map((step) => (
            <Box
              key={step.step}
              sx={{ flex: 1, height: 6, borderRadius: 3, overflow: 'hidden', backgroundColor: 'grey.200' }}
            >
              <Box
                sx={{
                  width: `${step.state === 'failed' ? 100 : percentOf(step)}%`,
                  height: '100%',
                  backgroundColor: colors[step.state],
                  transition: 'width 320ms ease-out',
                }}
              />
            </Box>
          ))}
        </Stack>
      </Tooltip>
      {asset.state !== 'ready' && current && (
        <Typography variant="caption" noWrap color={current.state === 'failed' ? 'error' : 'text.secondary'}>
          {text(`step.${current.step}`)}
          {current.state === 'running' && ` ${percentOf(current)}%`}
        </Typography>
      )}
    </Stack>
  );
}

/** The five steps in full: state, share, attempts, and what went wrong with the last lines of the tool. */
export function StepList({ asset }: { asset: Pick<Asset, 'steps'> }) {
  const text = useText();
  return (
    <Stack
      component="ol"
      aria-label={text('asset.steps')}
      sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1.5 }}
    >
      {asset.steps.map((step) => (
        <StepRow key={step.step} step={step} />
      ))}
    </Stack>
  );
}

function StepRow({ step }: { step: Step }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const percent = percentOf(step);
  const name = text(`step.${step.step}`);
  return (
    <Box component="li" data-step={step.step} data-state={step.state}>
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1 }}>
        <StepIcon state={step.state} />
        <Typography variant="subtitle2" sx={{ minWidth: 110 }}>
          {name}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={step.state === 'failed' ? 100 : percent}
          color={step.state === 'failed' ? 'error' : step.state === 'done' ? 'success' : 'info'}
          aria-label={name}
          sx={{ flex: 1, height: 6, borderRadius: 3, backgroundColor: 'grey.200' }}
        />
        <Typography variant="body2" sx={{ minWidth: 72, textAlign: 'right' }}>
          {step.state === 'running' ? `${percent}%` : text(`state.${step.state}`)}
        </Typography>
      </Stack>
      {step.attempt > 1 && (
        <Typography variant="caption" color="text.secondary" sx={{ pl: 4 }}>
          {text('asset.attempt', { attempt: step.attempt })}
        </Typography>
      )}
      {step.error && (
        <Box sx={{ pl: 4, pt: 0.5 }}>
          <Alert severity="error" sx={{ py: 0 }}>
            {step.error}
          </Alert>
          {step.error_tail && (
            <>
              <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                {text(open ? 'asset.hide_error' : 'asset.show_error')}
              </Button>
              <Collapse in={open}>
                <Box
                  component="pre"
                  tabIndex={0}
                  sx={{
                    m: 0,
                    p: 1.5,
                    maxHeight: 260,
                    overflow: 'auto',
                    fontSize: 12,
                    borderRadius: '6px',
                    backgroundColor: 'grey.100',
                    whiteSpace: 'pre-wrap',
                    overflowWrap: 'anywhere',
                  }}
                >
                  {step.error_tail}
                </Box>
              </Collapse>
            </>
          )}
        </Box>
      )}
    </Box>
  );
}

function StepIcon({ state }: { state: Step['state'] }) {
  if (state === 'done') return <CheckCircleIcon color="success" fontSize="small" />;
  if (state === 'failed') return <ErrorIcon color="error" fontSize="small" />;
  if (state === 'running') return <CircularProgress size={18} sx={{ m: '1px' }} aria-hidden="true" />;
  return <HourglassIcon color="disabled" fontSize="small" />;
}

/** Runs the failed step again; there for those who may change assets. */
export function RetryButton({ asset }: { asset: Pick<Asset, 'id' | 'state'> }) {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', 'assets');
  if (!mayUpdate || asset.state !== 'failed') return null;
  const retry = async () => {
    try {
      await api('POST /api/admin/assets/{id}/retry', { params: { id: asset.id } });
      notify('office.asset.retried', { type: 'success' });
    } finally {
      await refreshAssets(queryClient);
    }
  };
  return (
    <AskedButton
      variant="outlined"
      startIcon={<ReplayIcon />}
      question={text('asset.retry_question')}
      onConfirm={retry}
    >
      {text('asset.retry')}
    </AskedButton>
  );
}

/** How often to ask again: each second while something is being processed. */
export const pollWhile = (assets: readonly Asset[] | undefined): number | false =>
  assets?.some(({ state }) => state === 'processing') ? 1000 : false;
