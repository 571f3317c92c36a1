/** Search's wire shapes and texts. */
import { josa } from 'es-hangul';
import type { Locale } from '../../../contract/errors.ts';
import type { ChannelCard } from '../../../contract/viewer/live.ts';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import type { FoundPerson, Suggestion } from '../../../contract/viewer/search.ts';
import type { Card, EpisodeCard } from '../../../contract/wire.ts';

/** One line about what was found. */
export function presentMessage(
  locale: Locale,
  query: string,
  instead: string | undefined,
  total: number,
): string {
  if (total === 0) {
    return locale === 'ko' ? `‘${query}’ 검색 결과가 없어요.` : `No results for “${query}”.`;
  }
  if (instead !== undefined) {
    if (locale === 'en') return `Showing results for “${instead}” instead of “${query}”.`;
    return `‘${query}’ 대신 ‘${instead}’${josa.pick(instead, '으로/로')} 찾았어요.`;
  }
  if (locale === 'ko') return `‘${query}’ 검색 결과 ${total}개`;
  return total === 1 ? `1 result for “${query}”` : `${total} results for “${query}”`;
}

const kinds = {
  s: { ko: '시리즈', en: 'Series' },
  m: { ko: '영화', en: 'Movie' },
} as const;

/** A programme as a suggestion. */
export function suggestProgramme(card: Card, locale: Locale): Suggestion {
  const kind = kinds[card.type === 's' ? 's' : 'm'][locale];
  return {
    type: card.type,
    id: card.id,
    slug: card.slug,
    program_id: card.program_id,
    name: card.title,
    note: [kind, card.release_date].filter(Boolean).join(' · '),
    image: card.preview_image_thumbs ?? null,
  };
}

/** An episode as a suggestion: its own name, and its series as the note. */
export function suggestEpisode(card: EpisodeCard, locale: Locale): Suggestion {
  const { episode_number: number } = card;
  return {
    type: 'e',
    id: card.id,
    slug: card.slug,
    program_id: card.program_id,
    name: card.episode_name,
    note: `${card.title} · ${locale === 'ko' ? `${number}화` : `Episode ${number}`}`,
    image: card.preview_image_thumbs,
  };
}

/** A partner's clip as a suggestion. */
export function suggestClip(clip: Clip, locale: Locale): Suggestion {
  return {
    type: 'y',
    id: clip.id,
    slug: clip.slug,
    program_id: clip.program_id,
    name: clip.title,
    note: `${locale === 'ko' ? '유튜브' : 'YouTube'} · ${clip.episode_created_hr}`,
    image: clip.preview_image_thumbs,
  };
}

/** A live channel as a suggestion. */
export function suggestChannel(channel: ChannelCard, locale: Locale): Suggestion {
  return {
    type: 't',
    id: channel.id,
    slug: channel.slug,
    program_id: channel.id,
    name: channel.title,
    note: locale === 'ko' ? `실시간 TV · ${channel.number}번` : `Live TV · Channel ${channel.number}`,
    image: channel.preview_image_thumbs,
  };
}

/** A person as a suggestion. */
export function suggestPerson(person: FoundPerson): Suggestion {
  return {
    type: 'c',
    id: person.id,
    slug: person.slug,
    program_id: '',
    name: person.name,
    note: person.profession,
    image: person.image,
  };
}
