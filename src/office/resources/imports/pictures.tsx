import AddPhotoAlternateIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Alert, Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { maxImageBytes } from '../../../contract/images.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { sendBytes } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { acceptedPictures } from '../../kit/image-input.tsx';
import type { ImportRecord } from './states.ts';

/** The pictures that cells of the file name: chosen together, sent one after the other. */
export function ImportPictures({
  record: { id, pictures },
  call,
}: {
  record: ImportRecord;
  call: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const [problems, setProblems] = useState<string[]>([]);

  const sendOne = async (file: File): Promise<string | undefined> => {
    if (!acceptedPictures.includes(file.type)) return text('image.not_image');
    if (file.size > maxImageBytes) return text('image.too_large');
    try {
      await sendBytes('POST /api/admin/imports/{id}/pictures', file, {
        params: { id },
        query: { file_name: file.name.normalize('NFC') },
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'invalid_file') return text('image.not_image');
      return error.errors.file?.[0] ?? (error.message || text('image.failed'));
    }
  };
  const send = async (files: File[]) => {
    setProblems([]);
    await call(async () => {
      for (const [done, file] of files.entries()) {
        setSent({ done, total: files.length });
        const problem = await sendOne(file);
        if (problem) setProblems((others) => [...others, `${file.name}: ${problem}`]);
      }
    });
    setSent(null);
  };

  return (
    <Card variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 2 }}>
      <Typography variant="subtitle1" component="h3">
        {text('import.pictures')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text('import.pictures_hint')}
      </Typography>
      {sent ? (
        <Box role="status">
          <Typography sx={{ mb: 1 }}>{text('import.pictures_sending', sent)}</Typography>
          <LinearProgress
            variant="determinate"
            value={(sent.done / sent.total) * 100}
            aria-label={text('import.pictures')}
          />
        </Box>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button
            variant="outlined"
            startIcon={<AddPhotoAlternateIcon />}
            onClick={() => input.current?.click()}
          >
            {text('import.pictures_choose')}
          </Button>
          <input
            ref={input}
            hidden
            multiple
            type="file"
            accept={acceptedPictures.join(',')}
            aria-label={text('import.pictures')}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              if (files.length > 0) void send(files);
            }}
          />
          {pictures.length > 0 && (
            <Typography variant="body2">
              {text('import.pictures_sent', { count: pictures.length })}
            </Typography>
          )}
        </Box>
      )}
      {pictures.length > 0 && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ maxHeight: 96, overflowY: 'auto', overflowWrap: 'anywhere' }}
        >
          {pictures.join(' · ')}
        </Typography>
      )}
      {problems.map((problem) => (
        <Alert key={problem} severity="error" sx={{ py: 0 }}>
          {problem}
        </Alert>
      ))}
    </Card>
  );
}
