/** The shapes of the demo catalogue: what a loader reads, and the shorter form in which it is written by hand. */
import type { Maturity } from '../../src/contract/wire.ts';

/** Composition families of the artwork; see `../artwork/scenes-*.ts`. */
export type SceneName =
  | 'mountains'
  | 'hanok'
  | 'city'
  | 'sea'
  | 'alley'
  | 'botanical'
  | 'patchwork'
  | 'dancheong'
  | 'bowls'
  | 'faces'
  | 'contours'
  | 'waves'
  | 'windows'
  | 'doorway'
  | 'rain'
  | 'road'
  | 'stage'
  | 'space'
  | 'snow'
  | 'stairs'
  | 'profile';

export type PaletteName =
  | 'dusk'
  | 'night'
  | 'dawn'
  | 'vermilion'
  | 'jade'
  | 'gold'
  | 'rose'
  | 'azure'
  | 'plum'
  | 'ink'
  | 'moss'
  | 'amber'
  | 'ice'
  | 'neon'
  | 'coral'
  | 'sand'
  | 'candy'
  | 'mint';

/** How the title is set on a poster. */
export type TitleStyle = 'quiet' | 'strong' | 'tower' | 'column' | 'bounce' | 'neon';

export interface Art {
  scene: SceneName;
  palette: PaletteName;
  title: TitleStyle;
}

export interface DemoCategory {
  slug: string;
  /** Slug of the category above; null for a top one. */
  parent: string | null;
  name_ko: string;
  name_en: string;
  meta_title_ko: string;
  meta_title_en: string;
  position: number;
}

export interface DemoGenre {
  slug: string;
  name_ko: string;
  name_en: string;
}

export type Craft =
  | 'actor'
  | 'director'
  | 'writer'
  | 'producer'
  | 'host'
  | 'comedian'
  | 'singer'
  | 'musician'
  | 'chef'
  | 'voice'
  | 'narrator';

export interface DemoPerson {
  slug: string;
  name_ko: string;
  name_en: string;
  profession_ko: string;
  profession_en: string;
  birth_date: string;
  craft: Craft;
  /** Only steers which written part somebody is cast in, and the portrait. */
  gender: 'f' | 'm';
}

export interface DemoCredit {
  /** Slug of a person. */
  person: string;
  role_ko: string;
  role_en: string;
}

interface DemoEpisode {
  number: number;
  title_ko: string;
  title_en: string;
  synopsis_ko: string;
  synopsis_en: string;
  /** Days before now on which it came out. */
  published_days_ago: number;
}

export interface DemoSeason {
  number: number;
  name_ko: string;
  name_en: string;
  episodes: DemoEpisode[];
}

export interface DemoProgramme {
  kind: 'series' | 'movie';
  slug: string;
  title_ko: string;
  title_en: string;
  synopsis_ko: string;
  synopsis_en: string;
  /** Slug of a top category and of one below it. */
  category: string;
  sub_category: string;
  genres: string[];
  maturity: Maturity;
  premium: boolean;
  release_year: number;
  status: 'completed' | 'upcoming';
  /** Of a series: more than it has while it is still running. */
  episodes_planned: number | null;
  /** Of the first and the latest episode, or of the movie (both the same); null while upcoming. */
  first_published_days_ago: number | null;
  latest_published_days_ago: number | null;
  /** Empty for a movie, and for an upcoming series. */
  seasons: DemoSeason[];
  credits: DemoCredit[];
  art: Art;
}

/** A written part: who plays it is settled in `credits.ts`. */
export interface Part {
  gender: 'f' | 'm';
  age?: 'child' | 'elder';
  name_ko: string;
  name_en: string;
}

/** Which voice the episode texts speak in when they are not written out one by one. */
export type EpisodeVoice =
  | 'romance'
  | 'thriller'
  | 'historical'
  | 'family'
  | 'fantasy'
  | 'variety'
  | 'documentary'
  | 'kids'
  | 'food'
  | 'music';

interface ProgrammeNotes {
  slug: string;
  ko: string;
  en: string;
  about_ko: string;
  about_en: string;
  sub: string;
  genres: string[];
  maturity: Maturity;
  premium: boolean;
  year: number;
  cast: Part[];
  art: [SceneName, PaletteName, TitleStyle];
  upcoming?: true;
}

/** A series as it is written by hand. */
export interface SeriesNotes extends ProgrammeNotes {
  voice: EpisodeVoice;
  /** Published episodes of each season. */
  seasons: number[];
  /** How many more are still to come in the running season. */
  toCome?: number;
  /** Days since the latest episode came out. */
  latest: number;
  /** Days between two episodes. */
  every: number;
  /** Titles `ko | en` in running order, over all seasons. */
  episodes?: string[];
}

/** A movie as it is written by hand. */
export interface MovieNotes extends ProgrammeNotes {
  /** Slug of the top category. */
  category: string;
  /** Days since it came out. */
  released: number;
}

/** A woman's part. */
export const woman = (name_ko: string, name_en: string): Part => ({ gender: 'f', name_ko, name_en });
/** A man's part. */
export const man = (name_ko: string, name_en: string): Part => ({ gender: 'm', name_ko, name_en });
/** The same part, for somebody over fifty. */
export const elder = (part: Part): Part => ({ ...part, age: 'elder' });
/** The same part, for somebody very young. */
export const child = (part: Part): Part => ({ ...part, age: 'child' });
