import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LinkBase } from 'react-admin';
import { useStore } from '../../../ui/store.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { isUploading, uploads, whenUploaded } from './uploads.ts';

/** In the bar while files are on their way: how many, and a link to them. Keeps a page from being closed by mistake. */
export function UploadBadge() {
  const text = useText();
  const queryClient = useQueryClient();
  const list = useStore(uploads);
  const open = list.filter(({ state }) => !['done', 'lost'].includes(state)).length;

  useEffect(() => {
    whenUploaded(() => void queryClient.invalidateQueries({ queryKey: ['assets'] }));
    const hold = (event: BeforeUnloadEvent) => {
      if (isUploading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [queryClient]);

  if (open === 0) return null;
  return (
    <Tooltip title={text('upload.list')}>
      <IconButton
        component={LinkBase}
        to="/assets"
        color="inherit"
        aria-label={`${text('upload.list')}: ${open}`}
      >
        <Badge badgeContent={open} color="primary">
          <UploadIcon />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
