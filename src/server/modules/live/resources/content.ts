/** The check of what an entry of a schedule, or a slot of a template, plays. */
import { eq } from 'drizzle-orm';
import { failField } from '../../../errors.ts';
import type { Change } from '../../../resource/model.ts';
import { episodes, programmes } from '../../catalog/catalog.tables.ts';

interface Content {
  programmeId?: string | null;
  episodeId?: string | null;
  assetId?: string | null;
  titleKo?: string;
  titleEn?: string;
  nextEpisode?: boolean;
}

/** Refuses content without a title or video, without names, or with an episode that its program does not have. */
export async function checkContent(
  values: Content,
  after: Content,
  { tx, once }: Pick<Change, 'tx' | 'once'>,
): Promise<void> {
  const { programmeId, episodeId, assetId, nextEpisode = false } = after;
  if (!programmeId && !assetId) failField('programme_id', 'required_without', { other: 'asset_id' });
  if (!programmeId && episodeId) failField('episode_id', 'required_with', { other: 'programme_id' });
  if (!programmeId && !after.titleKo) failField('title_ko', 'required');
  if (!programmeId && !after.titleEn) failField('title_en', 'required');
  if (nextEpisode && (episodeId || assetId)) failField('next_episode', 'next_episode_alone');
  const isChanged = values.programmeId !== undefined || values.episodeId !== undefined;
  if (programmeId && (isChanged || values.nextEpisode !== undefined)) {
    const [programme] = await once(programmeId, () =>
      tx.select().from(programmes).where(eq(programmes.id, programmeId)),
    );
    if (!programme) failField('programme_id', 'exists');
    const isSeries = programme.kind === 'series';
    if (isSeries && !episodeId && !assetId && !nextEpisode) failField('episode_id', 'required');
    if (!isSeries && nextEpisode) failField('next_episode', 'next_episode_series');
  } else if (nextEpisode && !programmeId) failField('programme_id', 'required');
  if (programmeId && episodeId && isChanged) {
    const [episode] = await once(episodeId, () =>
      tx.select().from(episodes).where(eq(episodes.id, episodeId)),
    );
    if (episode?.programmeId !== programmeId) failField('episode_id', 'exists');
  }
}
