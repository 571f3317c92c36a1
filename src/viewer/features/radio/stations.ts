/** Finding stations on the page, and going from one to the next. */
import { getChoseong } from 'es-hangul';
import type { RadioCard } from '../../../contract/viewer/live.ts';
import { onAir } from '../live/on-air.ts';

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, '');
const isInitials = (text: string) => /^[ㄱ-ㅎ]+$/u.test(text);

/**
 * The stations whose number, name, broadcast or current title contains a text, in any case and with any spaces. Initial consonants
 * find Korean names.
 */
export function findStations(
  stations: readonly RadioCard[],
  text: string,
  at: number | null,
): readonly RadioCard[] {
  const query = plain(text);
  if (!query) return stations;
  const contains = (part: string) =>
    plain(part).includes(query) || (isInitials(query) && plain(getChoseong(part)).includes(query));
  return stations.filter((station) => {
    const { now } = onAir(station, at);
    const titles = now && !now.hidden ? [now.title, now.subtitle] : [];
    return (
      String(station.number) === query ||
      [station.name, station.broadcast?.name ?? '', ...titles].some(contains)
    );
  });
}

/** The station before or after another one, of those that this viewer can play; the last is followed by the first. */
export function stationBeside(
  stations: readonly RadioCard[],
  id: string,
  step: 1 | -1,
  hasPlan: boolean,
): RadioCard | undefined {
  const playable = stations.filter(
    (each) => each.id === id || (each.skip === '0' && (each.premium === 'Free' || hasPlan)),
  );
  const from = playable.findIndex((each) => each.id === id);
  return playable[(from + step + playable.length) % playable.length];
}
