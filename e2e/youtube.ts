/** YouTube for the stories' server: the sandbox, with a playlist that the story of the sync keeps. */
import { YouTubeSandbox } from '../src/server/adapters/partner-video/sandbox.ts';
import { YouTube } from '../src/server/adapters/partner-video/youtube.ts';
import type { Context } from '../src/server/context.ts';

/** As they are at YouTube: one that nobody knows here yet, one that has another title by now, and one that its owner has made private. */
export const youtubeVideos = {
  fresh: { id: 'story-fresh1', title: '골목 국수', titleEn: 'Alley noodles', duration: 'PT2M' },
  renamed: { id: 'story-named1', title: '골목 찌개', titleEn: 'Alley stew', duration: 'PT1M' },
  gone: { id: 'story-gone01', title: '골목 부침개', titleEn: 'Alley pancake', privacy: 'private' },
} as const;
export const youtubePlaylist = {
  id: 'PLstory-alley',
  channelId: `UC${'s'.repeat(22)}`,
  title: '골목 밥상',
  titleEn: 'Alley table',
  videoIds: Object.values(youtubeVideos).map(({ id }) => id),
};

/** Gives a running node its YouTube. */
export function openYouTube({ context }: { context: Context }): void {
  const { apiKey, answer } = new YouTubeSandbox(Object.values(youtubeVideos), [youtubePlaylist]);
  context.partnerVideoSource = new YouTube({ apiKey, answer });
}
