/** The viewer's app as somebody sees it: chosen above, shown below in the width of a screen. */
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { AccessDenied, Title, useNotify } from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useIdentity, useMayPreview } from '../kit/access.ts';
import { PreviewControls } from './preview-controls.tsx';
import { screens, usePreviewBase, usePreviewed } from './use-preview.ts';

/** What stands before the page's own path in the address of a preview. */
const basePattern = /^\/preview\/\w+\/[\w-]+/;

export function PreviewPage() {
  const mayPreview = useMayPreview();
  if (useIdentity().isPending) return null;
  return mayPreview ? <Preview /> : <AccessDenied />;
}

function Preview() {
  const text = useText();
  const notify = useNotify();
  const locale = useOfficeLocale();
  const [previewed, change] = usePreviewed(locale);
  const { data, error } = usePreviewBase(previewed);
  const frame = useRef<HTMLIFrameElement>(null);

  /** The page that is open in the frame: other choices show the same one. */
  const openPath = () => {
    const shown = frame.current?.contentWindow?.location;
    if (!shown || !basePattern.test(shown.pathname)) return previewed.path;
    return (shown.pathname.replace(basePattern, '') || '/') + shown.search;
  };
  const address = () => window.location.origin + (data?.base ?? '') + openPath();
  return (
    <Stack sx={{ rowGap: 1.5, mt: 1 }}>
      <Title title={text('preview.title')} />
      <Card sx={{ p: { xs: 1.5, sm: 2 } }}>
        <PreviewControls
          previewed={previewed}
          onChange={(changes) => change({ path: openPath(), ...changes })}
        />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5, alignItems: 'center' }}>
          <Button
            size="small"
            variant="outlined"
            startIcon={<OpenInNewIcon />}
            disabled={!data}
            onClick={() => window.open(address(), '_blank', 'noopener')}
          >
            {text('preview.open')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            startIcon={<ContentCopyIcon />}
            disabled={!data}
            onClick={() =>
              void navigator.clipboard.writeText(address()).then(
                () => notify(text('preview.copied'), { type: 'success' }),
                () => notify(text('preview.not_copied'), { type: 'warning' }),
              )
            }
          >
            {text('preview.copy')}
          </Button>
          <Typography variant="body2" color="text.secondary" sx={{ flex: '1 1 260px' }}>
            {text('preview.hint')}
          </Typography>
        </Stack>
      </Card>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data && (
        <Frame
          key={data.base}
          address={data.base + previewed.path}
          width={previewed.width}
          title={text('preview.title')}
          frame={frame}
        />
      )}
    </Stack>
  );
}

interface FrameProps {
  address: string;
  width: number;
  title: string;
  frame: React.RefObject<HTMLIFrameElement | null>;
}

/** A screen of that width, made smaller where the window is narrower. */
function Frame({ address, width, title, frame }: FrameProps) {
  const [first] = useState(address);
  const around = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const height = screens[width as keyof typeof screens] ?? 800;
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <Box ref={around} sx={{ height: height * scale, overflow: 'hidden' }}>
      <Box
        component="iframe"
        ref={frame}
        src={first}
        title={title}
        allow="autoplay; fullscreen; encrypted-media"
        sx={{
          display: 'block',
          width,
          height,
          mx: scale < 1 ? 0 : 'auto',
          border: 0,
          outline: 1,
          outlineColor: 'divider',
          bgcolor: 'common.black',
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
    </Box>
  );
}
