import AddPhotoAlternateIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { Alert, AlertTitle, Box, Button, ButtonBase, LinearProgress, Stack, Typography } from '@mui/material';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import {
  exactImageSize,
  type ImageKind,
  imageRatio,
  imageWidths,
  maxImageBytes,
} from '../../contract/images.ts';
import type { Image } from '../../contract/wire.ts';
import { ApiError } from '../../ui/api-client.ts';
import { sendBytes } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useReadOnly } from './read-only.ts';

/** Types of pictures that are taken. */
export const acceptedPictures = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** Images uploaded since the page was opened, by id: their records do not name them yet. */
const uploaded = new Map<string, Image>();

/** A picture of one kind. It is uploaded at once and shown in its shape, or with the reason of a refusal. */
export function ImageInput({
  source,
  shown,
  kind,
  title,
  width = 240,
}: {
  /** The field that holds the image's id, and the one of the record that shows it. */
  source: string;
  shown: string;
  kind: ImageKind;
  title: TextKey;
  width?: number;
}) {
  const text = useText();
  const readOnly = useReadOnly();
  const inputId = useId();
  const record = useRecordContext();
  const { field, fieldState } = useInput({ source, defaultValue: null });
  const picker = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<{ title?: string; text: string } | null>(null);
  const [notices, setNotices] = useState<string[]>([]);
  const [over, setOver] = useState(false);

  const id = (field.value as string | null | undefined) ?? null;
  const image = id
    ? (uploaded.get(id) ?? (record?.[source] === id ? (record?.[shown] as Image | null) : null))
    : null;
  const widths = imageWidths[kind];
  const largest = Math.max(...widths);
  const ratio = imageRatio[kind];
  const error = problem?.text ?? fieldState.error?.message;
  const invalid = { title: text('image.invalid'), text: text('image.not_image') };

  const take = async (file: File | undefined) => {
    if (!file || readOnly) return;
    setProblem(null);
    setNotices([]);
    if (!acceptedPictures.includes(file.type)) return setProblem(invalid);
    if (file.size > maxImageBytes) return setProblem({ text: text('image.too_large') });
    setPercent(0);
    try {
      const size = await sizeOf(file);
      const { data } = await sendBytes('POST /api/admin/artworks', file, {
        query: { kind },
        onProgress: (sent) => setPercent(Math.min(99, Math.round((sent / file.size) * 100))),
      });
      uploaded.set(data.id, { url: data.url, color: data.color });
      field.onChange(data.id);
      if (size) {
        setNotices([
          ...(size.width < largest ? [text('image.small', size)] : []),
          ...(Math.abs(size.width / size.height / ratio - 1) > 0.02 ? [text('image.cut')] : []),
        ]);
      }
    } catch (thrown) {
      const refused = thrown instanceof ApiError ? thrown : null;
      // The error of an image's size names the kind of the image as its field.
      const reason = refused?.errors[kind]?.[0] ?? refused?.message;
      setProblem(refused?.code === 'invalid_file' ? invalid : { text: reason || text('image.failed') });
    } finally {
      setPercent(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Box sx={{ width: `min(${width}px, 100%)`, mb: 2 }}>
      <Typography component="label" htmlFor={inputId} variant="subtitle2" sx={{ display: 'block', mb: 0.5 }}>
        {text(title)}
      </Typography>
      <input
        ref={picker}
        id={inputId}
        type="file"
        accept={acceptedPictures.join(',')}
        tabIndex={-1}
        style={{ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' }}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <ButtonBase
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        disabled={readOnly || percent !== null}
        aria-label={`${text(title)}: ${text('image.choose')}`}
        sx={{
          width: '100%',
          aspectRatio: String(ratio),
          borderRadius: '6px',
          overflow: 'hidden',
          border: image ? 0 : '1px dashed',
          borderColor: over ? 'secondary.main' : error ? 'error.main' : 'grey.400',
          outline: over ? '2px solid' : undefined,
          outlineColor: 'secondary.main',
          backgroundColor: image?.color ?? 'grey.50',
          color: 'text.secondary',
        }}
      >
        {image ? (
          <img
            src={`${image.url}/${widths[1] ?? largest}.webp`}
            alt={text(title)}
            style={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
          />
        ) : (
          <Stack sx={{ alignItems: 'center', p: 1, textAlign: 'center' }}>
            <AddPhotoAlternateIcon />
            <Typography variant="body2">{readOnly ? '—' : text('image.choose')}</Typography>
            {!readOnly && (
              <Typography variant="caption">
                {text(exactImageSize[kind] ? 'image.exact_size' : 'image.size', {
                  width: largest,
                  height: Math.round(largest / ratio),
                })}
              </Typography>
            )}
          </Stack>
        )}
      </ButtonBase>
      {percent !== null && (
        <Box role="status">
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label={text('image.sending', { percent })}
          />
          <Typography variant="caption">{text('image.sending', { percent })}</Typography>
        </Box>
      )}
      {image && !readOnly && (
        <Stack direction="row">
          <Button size="small" onClick={() => picker.current?.click()}>
            {text('image.replace')}
          </Button>
          <Button size="small" color="inherit" onClick={() => field.onChange(null)}>
            {text('image.remove')}
          </Button>
        </Stack>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 0.5, py: 0 }}>
          {problem?.title && <AlertTitle>{problem.title}</AlertTitle>}
          {error}
        </Alert>
      )}
      {notices.map((notice) => (
        <Alert key={notice} severity="warning" sx={{ mt: 0.5, py: 0 }}>
          {notice}
        </Alert>
      ))}
    </Box>
  );
}

/** Width and height of an image file; undefined when this browser cannot read it. */
async function sizeOf(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}
