/** From a record to the page of the viewer's app that shows it. */
import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { use } from 'react';
import { Button, type RaRecord, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../i18n/i18n-provider.ts';
import { useMayPreview } from './access.ts';
import { DeclaredResources } from './declared-resources.ts';

/** The address of the office's page that shows a path of the viewer's app: at an instant, and with a release, if they are given. */
export const previewAddress = (path: string, at?: string | null, release?: string): string =>
  `/previews?${new URLSearchParams({ path, ...(at ? { at } : {}), ...(release ? { release } : {}) })}`;

/** When a record that is not there yet will be. */
function comesAt(record: RaRecord): string | undefined {
  const from = (record.available_from ?? record.effective_from) as string | null | undefined;
  return from && Date.parse(from) > Date.now() ? new Date(from).toISOString() : undefined;
}

/** Opens the preview of the record around it; there where viewers see such a record. A content partner's people have none: it shows everybody's titles. */
export function PreviewButton() {
  const text = useText();
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const seenAt = use(DeclaredResources)[resource]?.seenAt;
  const mayPreview = useMayPreview();
  const path = record?.id === undefined ? undefined : seenAt?.(record as never);
  if (!record || !path || !mayPreview) return null;
  return (
    <Button component={Link} to={previewAddress(path, comesAt(record))} label={text('preview.button')}>
      <PreviewIcon />
    </Button>
  );
}
