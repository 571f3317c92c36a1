/** What the demo's sandbox of YouTube has: open movies of the Blender Foundation, under their ids there, and two that have been withdrawn. */
import type { SandboxPlaylist, SandboxVideo } from '../../src/server/adapters/partner-video/sandbox.ts';

export const demoYouTubeCategory = { slug: 'open-movies', nameKo: '오픈 무비', nameEn: 'Open Movies' };

export const demoYouTubeVideos: SandboxVideo[] = [
  { id: 'aqz-KE-bpKQ', title: '빅 벅 버니', titleEn: 'Big Buck Bunny', duration: 'PT10M35S' },
  { id: 'eRsGyueVLvQ', title: '신텔', titleEn: 'Sintel', duration: 'PT14M48S' },
  { id: 'R6MlUcmOul8', title: '눈물의 강철', titleEn: 'Tears of Steel', duration: 'PT12M14S' },
  { id: 'Y-rmzh0PI3c', title: '코스모스 세탁소', titleEn: 'Cosmos Laundromat', duration: 'PT12M10S' },
  { id: 'mN0zPOpADL4', title: '에이전트 327', titleEn: 'Agent 327', duration: 'PT3M52S' },
  { id: 'WhWc3b3KhnY', title: '봄', titleEn: 'Spring', duration: 'PT7M44S' },
  { id: 'PVGeM40dABA', title: '커피 한 잔', titleEn: 'Coffee Run', duration: 'PT3M5S' },
  { id: '_cMxraX_5RE', title: '스프라이트 프라이트', titleEn: 'Sprite Fright', duration: 'PT10M30S' },
  { id: 'demo-private', title: 'Private video', privacy: 'private' },
  { id: 'demo-closed1', title: '밖에서 볼 수 없는 영상', titleEn: 'Not to be embedded', embeddable: false },
];

export const demoYouTubePlaylist: SandboxPlaylist = {
  id: 'PL-open-movies',
  channelId: 'UC-open-movies',
  title: '블렌더 오픈 무비',
  titleEn: 'Blender Open Movies',
  description: '누구나 볼 수 있게 공개된 단편 애니메이션이에요.',
  videoIds: demoYouTubeVideos.map(({ id }) => id),
};
