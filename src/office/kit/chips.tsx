import { Chip, type ChipProps } from '@mui/material';
import { useText } from '../i18n/i18n-provider.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import { type Accent, accent } from '../theme.ts';

/** A short fact in one of our accents. */
export function Tag({
  label,
  tone = 'grey',
  ...rest
}: { label: string; tone?: Accent } & Omit<ChipProps, 'color' | 'label'>) {
  return (
    <Chip
      size="small"
      label={label}
      {...rest}
      sx={{
        height: 22,
        fontSize: 12,
        fontWeight: 600,
        color: accent[tone].ink,
        backgroundColor: accent[tone].soft,
        '& .MuiChip-label': { px: 1 },
        ...rest.sx,
      }}
    />
  );
}

/** Whether and when something is to be seen. */
export type Publication = 'published' | 'hidden' | 'scheduled' | 'ended';

/** Where a published flag and its window stand at an instant. */
export function publicationAt(
  record: { published: boolean; available_from: string | null; available_until: string | null },
  now: number,
): Publication {
  if (!record.published) return 'hidden';
  if (record.available_from && Date.parse(record.available_from) > now) return 'scheduled';
  if (record.available_until && Date.parse(record.available_until) <= now) return 'ended';
  return 'published';
}

const publicationTone: Record<Publication, Accent> = {
  published: 'jade',
  hidden: 'grey',
  scheduled: 'sky',
  ended: 'gold',
};

/** A chip that says whether something is to be seen now. */
export function PublicationTag({ record }: { record: Parameters<typeof publicationAt>[0] }) {
  const text = useText();
  const state = publicationAt(record, Date.now());
  return <Tag label={text(`chip.${state}`)} tone={publicationTone[state]} />;
}

const assetTone: Record<string, Accent> = { processing: 'sky', ready: 'jade', failed: 'rose' };

/** A chip with the state of a video asset. */
export function AssetStateTag({ state }: { state: string | null }) {
  const text = useText();
  if (state === null) return <Tag label={text('episode.no_asset')} />;
  const key = `asset.${state}`;
  return <Tag label={key in texts ? text(key as TextKey) : state} tone={assetTone[state] ?? 'grey'} />;
}
