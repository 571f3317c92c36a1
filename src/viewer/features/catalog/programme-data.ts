import type { Programme } from '../../../contract/viewer/catalog.ts';
import type { SchemaData } from '../../page-head.ts';

/** ISO 8601 duration. */
const duration = (seconds: number) => `PT${Math.floor(seconds / 60)}M${Math.round(seconds % 60)}S`;

/** A programme in schema.org's words: TVSeries or Movie. `origin` has no slash at the end. */
export function programmeData(programme: Programme, origin: string): SchemaData {
  const actors = programme.casts.slice(0, 10).map((credit) => ({
    '@type': 'Person',
    name: credit.name,
    url: `${origin}/cast/${credit.slug}`,
  }));
  const image = programme.banner_thumbs
    ? `${programme.banner_thumbs.url}/1280.webp`
    : programme.preview_image_thumbs && `${programme.preview_image_thumbs.url}/800.webp`;
  return {
    '@type': programme.type === 's' ? 'TVSeries' : 'Movie',
    name: programme.title,
    url: `${origin}/view/${programme.type}/${programme.slug}`,
    description: programme.synopsis,
    inLanguage: 'ko',
    genre: programme.genres.map((genre) => genre.name),
    isAccessibleForFree: programme.premium === 'Free',
    ...(image ? { image: origin + image } : {}),
    ...(programme.release_year ? { datePublished: String(programme.release_year) } : {}),
    ...(actors.length > 0 ? { actor: actors } : {}),
    ...(programme.type === 's'
      ? { numberOfSeasons: programme.seasons.length, numberOfEpisodes: programme.episodes_total }
      : programme.duration_seconds
        ? { duration: duration(programme.duration_seconds) }
        : {}),
  };
}
