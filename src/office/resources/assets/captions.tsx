import ClosedCaptionIcon from '@mui/icons-material/ClosedCaptionOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { CaptionsReport } from '../../../contract/admin/ingest.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { Tag } from '../../kit/chips.tsx';
import type { Asset } from './steps.tsx';

const maxBytes = 2_000_000;

/** The captions of one language: whether there are any, and a file to set them from. */
export function CaptionsInput({ asset, language }: { asset: Asset; language: 'ko' | 'en' }) {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', 'assets');
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [report, setReport] = useState<CaptionsReport | null>(null);
  const [busy, setBusy] = useState(false);
  const present = asset.captions.some((captions) => captions.language === language);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setReport(null);
    if (file.size > maxBytes) return setProblem(text('caption.too_large'));
    setBusy(true);
    try {
      // The server recognizes the encoding.
      const { captions } = await api('PUT /api/admin/assets/{id}/captions/{language}', {
        params: { id: asset.id, language },
        body: { file: await base64Of(file) },
      });
      setReport(captions);
      notify('office.caption.saved', { type: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['assets'] });
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.errors).flat().join(' ') : '';
      setProblem(fields || (error instanceof ApiError && error.message) || text('image.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, minHeight: 36, flexWrap: 'wrap' }}>
        <ClosedCaptionIcon fontSize="small" color={present ? 'success' : 'disabled'} />
        <Typography variant="body2" sx={{ minWidth: 110 }}>
          {text(`caption.${language}`)}
        </Typography>
        <Tag
          label={text(present ? 'caption.present' : 'caption.absent')}
          {...(present ? { tone: 'jade' as const } : {})}
        />
        {mayUpdate && (
          <>
            <Button
              size="small"
              loading={busy}
              aria-label={`${text(`caption.${language}`)}: ${text('caption.choose')}`}
              onClick={() => picker.current?.click()}
            >
              {text(present ? 'caption.replace' : 'caption.choose')}
            </Button>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".vtt,.srt,.smi,.sami,text/vtt"
              aria-label={text(`caption.${language}`)}
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </>
        )}
      </Stack>
      {problem && (
        <Alert severity="error" sx={{ py: 0 }}>
          {problem}
        </Alert>
      )}
      {report && <ReportOfCaptions report={report} />}
    </Box>
  );
}

/** The cues that were read from a file, and the lines that were not. */
function ReportOfCaptions({ report }: { report: CaptionsReport }) {
  const text = useText();
  const { tracks, ignored, ignored_count: count } = report;
  return (
    <Alert severity={count > 0 ? 'warning' : 'success'} sx={{ py: 0 }}>
      {tracks.map(({ language, cues }) => (
        <div key={language}>
          {text('caption.read', { language: text(`caption.${language}`), smart_count: cues })}
        </div>
      ))}
      {count > 0 && (
        <>
          <div>{text('caption.ignored', { smart_count: count })}</div>
          <Box component="ul" sx={{ m: 0, pl: 2, overflowWrap: 'anywhere' }}>
            {ignored.map(({ line, text: content }) => (
              <li key={line}>{text('caption.ignored_line', { line, text: content })}</li>
            ))}
            {count > ignored.length && <li>…</li>}
          </Box>
        </>
      )}
    </Alert>
  );
}

/** The bytes of a file in base64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
