/** Button from a record to the page of the viewer app that shows it. */
import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import { use } from 'react';
import { Button, type RaRecord, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../i18n/i18n-provider.ts';
import { useMayPreview } from './access.ts';
import { DeclaredResources } from './declared-resources.ts';

/**
 * Address of the office's page that previews a path of the viewer app, optionally at an instant and with a
 * release.
 */
export const previewAddress = (path: string, at?: string | null, release?: string): string =>
  `/previews?${new URLSearchParams({ path, ...(at ? { at } : {}), ...(release ? { release } : {}) })}`;

/** Instant at which a future record becomes visible. Undefined for other records. */
function comesAt(record: RaRecord): string | undefined {
  const from = (record.available_from ?? record.effective_from) as string | null | undefined;
  return from && Date.parse(from) > Date.now() ? new Date(from).toISOString() : undefined;
}

/**
 * Opens the preview of the current record, for resources that viewers see. It is hidden from a content
 * partner's staff, because a preview shows titles of all partners.
 */
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
