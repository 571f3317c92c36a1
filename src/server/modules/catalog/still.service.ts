import { type SQL, sql } from 'drizzle-orm';

/** The picture of an episode: its own still, else its season's preview. `episode`: what its row is called in the query. */
export const stillOf = (episode: 'catalog_episodes' | 'e'): SQL => {
  const own = sql.identifier(episode);
  return sql`coalesce(${own}.landscape_id, (select season.landscape_id from catalog_seasons season where season.id = ${own}.season_id))`;
};
