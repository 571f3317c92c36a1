import CloseIcon from '@mui/icons-material/Close';
import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined';
import PauseIcon from '@mui/icons-material/Pause';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import { Box, Button, IconButton, LinearProgress, Stack, Tooltip, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { LinkBase } from 'react-admin';
import { useStore } from '../../../ui/store.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { showBytes, showWait } from '../../kit/format.ts';
import {
  addFiles,
  cancelUpload,
  dismissUpload,
  pauseUpload,
  restoreUploads,
  resumeUpload,
  type Upload,
  uploads,
} from './uploads.ts';

/** Where master files go in: dropped or chosen, several at once, each with its progress. */
export function UploadPanel() {
  const text = useText();
  const mayCreate = useMay('create', 'assets');
  const list = useStore(uploads);
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (mayCreate) void restoreUploads();
  }, [mayCreate]);
  if (!mayCreate) return null;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void addFiles([...event.dataTransfer.files]);
  };
  return (
    <Box sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack
        direction="row"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1.5,
          p: 1.5,
          border: '1.5px dashed',
          borderColor: over ? 'secondary.main' : 'grey.400',
          borderRadius: '10px',
          backgroundColor: over ? 'action.hover' : 'grey.50',
        }}
      >
        <CloudUploadIcon color={over ? 'secondary' : 'action'} fontSize="large" />
        <Box sx={{ flex: '1 1 200px' }}>
          <Typography variant="subtitle2">{text('upload.drop')}</Typography>
          <Typography variant="caption" color="text.secondary">
            {text('upload.hint')}
          </Typography>
        </Box>
        <Button variant="outlined" onClick={() => picker.current?.click()}>
          {text('upload.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept="video/*,audio/*,.mkv,.mov,.mxf,.ts,.m2ts,.mp4,.avi,.webm,.m4a,.flac,.opus"
          aria-label={text('upload.choose')}
          data-testid="upload-files"
          onChange={(event) => {
            void addFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </Stack>
      {list.length > 0 && (
        <Stack component="ul" aria-label={text('upload.list')} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
          {list.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </Stack>
      )}
    </Box>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const text = useText();
  const { key, state, sentBytes, sizeBytes, bytesPerSecond, problem } = upload;
  const percent = sizeBytes > 0 ? Math.floor((sentBytes / sizeBytes) * 100) : 0;
  const isBroken = problem === 'empty_file' || problem === 'unreadable';
  const canResume = state === 'paused' || (state === 'failed' && !isBroken);
  const said =
    problem === 'network' || isBroken
      ? text(`upload.${problem}`)
      : problem || (state === 'lost' ? text('upload.lost') : null);
  const facts = [
    text(state === 'lost' ? 'upload.paused' : `upload.${state}`),
    `${showBytes(sentBytes)} / ${showBytes(sizeBytes)}`,
    ...(state === 'sending' && bytesPerSecond > 0
      ? [
          `${showBytes(bytesPerSecond)}/s`,
          text('upload.left', { time: showWait((sizeBytes - sentBytes) / bytesPerSecond, text) }),
        ]
      : []),
  ];
  return (
    <Box component="li" sx={{ py: 0.75 }}>
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1 }}>
        <Typography
          variant="body2"
          noWrap
          sx={{ flex: 1, fontWeight: 600, minWidth: 0 }}
          title={upload.fileName}
        >
          {upload.fileName}
        </Typography>
        <Typography variant="body2">{percent}%</Typography>
        {state === 'sending' || state === 'queued' ? (
          <Action label={text('upload.pause')} name={upload.fileName} onClick={() => pauseUpload(key)}>
            <PauseIcon fontSize="small" />
          </Action>
        ) : null}
        {canResume && (
          <Action label={text('upload.resume')} name={upload.fileName} onClick={() => resumeUpload(key)}>
            <PlayArrowIcon fontSize="small" />
          </Action>
        )}
        {state === 'done' ? (
          <>
            <Button size="small" component={LinkBase} to={`/assets/${upload.assetId}/show`}>
              {text('upload.open')}
            </Button>
            <Action label={text('upload.dismiss')} name={upload.fileName} onClick={() => dismissUpload(key)}>
              <CloseIcon fontSize="small" />
            </Action>
          </>
        ) : (
          <Action
            label={text('upload.cancel')}
            name={upload.fileName}
            disabled={state === 'joining'}
            onClick={() => void cancelUpload(key)}
          >
            <CloseIcon fontSize="small" />
          </Action>
        )}
      </Stack>
      <LinearProgress
        variant={state === 'joining' ? 'indeterminate' : 'determinate'}
        value={percent}
        color={state === 'failed' ? 'error' : state === 'done' ? 'success' : 'primary'}
        aria-label={`${upload.fileName} ${percent}%`}
      />
      <Typography variant="caption" color={problem ? 'error' : 'text.secondary'}>
        {said ? `${facts[0]} · ${facts[1]} · ${said}` : facts.join(' · ')}
      </Typography>
    </Box>
  );
}

function Action({
  label,
  name,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  name: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={`${label}: ${name}`} disabled={disabled} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
