import { Chip, type ChipProps } from '@mui/material';
import { useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import type { RecordOf } from '../names.ts';
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

/** How one of a few values is called, and the colour of its chip. */
export interface Choice {
  text: TextKey;
  tone?: Accent;
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

/** What each of them is called. */
export const publications: Record<Publication, Choice & { tone: Accent }> = {
  published: { text: 'chip.published', tone: 'jade' },
  hidden: { text: 'chip.hidden', tone: 'grey' },
  scheduled: { text: 'chip.scheduled', tone: 'sky' },
  ended: { text: 'chip.ended', tone: 'gold' },
};

/** A chip that says whether something is to be seen now. */
export function PublicationTag({ record }: { record: Parameters<typeof publicationAt>[0] }) {
  const text = useText();
  const { text: name, tone } = publications[publicationAt(record, Date.now())];
  return <Tag label={text(name)} tone={tone} />;
}

/** How far a video asset is. */
export const assetStates: Record<RecordOf<'assets'>['state'], Choice> = {
  processing: { text: 'asset.processing', tone: 'sky' },
  ready: { text: 'asset.ready', tone: 'jade' },
  failed: { text: 'asset.failed', tone: 'rose' },
};

/** A chip with the state of a video asset. */
export function AssetStateTag({ state }: { state: string | null }) {
  const text = useText();
  if (state === null) return <Tag label={text('episode.no_asset')} />;
  const known = (assetStates as Record<string, Choice>)[state];
  return <Tag label={known ? text(known.text) : state} tone={known?.tone ?? 'grey'} />;
}
