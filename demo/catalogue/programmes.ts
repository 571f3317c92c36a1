/** Every programme of the demo, worked out from what is written on the shelves. */
import { castingOffice } from './credits.ts';
import { documentaries } from './documentaries.ts';
import { dramas } from './dramas.ts';
import { episodeWriter } from './episode-lines.ts';
import { episodeTitles } from './episode-titles.ts';
import { kidsShows } from './kids-shows.ts';
import { movies } from './movies.ts';
import { musicAndFoodShows } from './music-and-food-shows.ts';
import type { DemoProgramme, DemoSeason, MovieNotes, SeriesNotes } from './types.ts';
import { varietyShows } from './variety-shows.ts';

/** Between the last episode of a season and the first of the next. */
const seasonBreakDays = 280;

const office = castingOffice();
const write = episodeWriter();

function seasonsOf(notes: SeriesNotes): DemoSeason[] {
  const titles = notes.episodes ?? episodeTitles[notes.slug] ?? [];
  const count = notes.seasons.reduce((sum, season) => sum + season, 0);
  if (titles.length !== count) {
    throw new Error(`${notes.slug}: ${count} episodes but ${titles.length} titles`);
  }
  const lines = write(notes.voice, notes.cast, count);
  let at = 0;
  return notes.seasons.map((length, index) => {
    const later = notes.seasons.slice(index + 1);
    const sinceLast =
      notes.latest + later.reduce((days, next) => days + seasonBreakDays + (next - 1) * notes.every, 0);
    const episodes = Array.from({ length }, (_, place) => {
      const [title_ko = '', title_en = ''] = titles[at]!.split(' | ');
      const line = lines[at]!;
      at += 1;
      return {
        number: place + 1,
        title_ko,
        title_en,
        ...line,
        published_days_ago: sinceLast + (length - 1 - place) * notes.every,
      };
    });
    return { number: index + 1, name_ko: `시즌 ${index + 1}`, name_en: `Season ${index + 1}`, episodes };
  });
}

function creditsOf(notes: SeriesNotes | MovieNotes, category: string, kind: 'series' | 'movie') {
  if (category === 'kids') return office.animated(notes.cast);
  if (category === 'variety') return office.variety();
  if (category === 'documentary') return office.documentary();
  if (category === 'music-food') return notes.genres.includes('music') ? office.music() : office.food();
  return office.scripted(notes.cast, kind);
}

const shared = (notes: SeriesNotes | MovieNotes) => ({
  slug: notes.slug,
  title_ko: notes.ko,
  title_en: notes.en,
  synopsis_ko: notes.about_ko,
  synopsis_en: notes.about_en,
  sub_category: notes.sub,
  genres: notes.genres,
  maturity: notes.maturity,
  premium: notes.premium,
  release_year: notes.year,
  status: notes.upcoming ? ('upcoming' as const) : ('completed' as const),
  art: { scene: notes.art[0], palette: notes.art[1], title: notes.art[2] },
});

const series =
  (category: string) =>
  (notes: SeriesNotes): DemoProgramme => {
    const seasons = seasonsOf(notes);
    const episodes = seasons.flatMap((season) => season.episodes);
    return {
      kind: 'series',
      ...shared(notes),
      category,
      episodes_planned: episodes.length + (notes.toCome ?? 0),
      first_published_days_ago: episodes.at(0)?.published_days_ago ?? null,
      latest_published_days_ago: episodes.at(-1)?.published_days_ago ?? null,
      seasons,
      credits: creditsOf(notes, category, 'series'),
    };
  };

const movie = (notes: MovieNotes): DemoProgramme => {
  const released = notes.upcoming ? null : notes.released;
  return {
    kind: 'movie',
    ...shared(notes),
    category: notes.category,
    episodes_planned: null,
    first_published_days_ago: released,
    latest_published_days_ago: released,
    seasons: [],
    credits: creditsOf(notes, notes.category, 'movie'),
  };
};

/** Sixty series and forty movies, always in the same order. */
export const demoProgrammes: DemoProgramme[] = [
  ...dramas.map(series('drama')),
  ...varietyShows.map(series('variety')),
  ...documentaries.map(series('documentary')),
  ...kidsShows.map(series('kids')),
  ...musicAndFoodShows.map(series('music-food')),
  ...movies.map(movie),
];
