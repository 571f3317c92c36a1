/** What is previewed, as the address of the page says it, and the address of the app that shows it. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { Locale } from '../../contract/errors.ts';
import { api } from '../api.ts';

export const onlookers = ['guest', 'adult', 'child'] as const;
export type Onlooker = (typeof onlookers)[number];
/** Widths of a phone, a tablet, a notebook and a large screen, with their heights. */
export const screens = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 } as const;
export const widthBounds = { min: 240, max: 3840 };
export const maxAge = 17;

const within = (text: string | null, min: number, max: number, otherwise: number) => {
  const value = text === null || text === '' ? Number.NaN : Math.round(Number(text));
  return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : otherwise;
};

export interface Previewed {
  path: string;
  who: Onlooker;
  plan: boolean;
  age: number;
  lang: Locale;
  country: string;
  width: number;
  /** An instant; null: now. */
  at: string | null;
  /** The id of a release whose changes are shown as well, whenever it is planned for. */
  release: string | null;
}

/** The choices, and how one is changed. */
export function usePreviewed(locale: Locale): [Previewed, (changes: Partial<Previewed>) => void] {
  const [query, setQuery] = useSearchParams();
  const at = query.get('at');
  const path = query.get('path') ?? '/';
  const who = query.get('who');
  const release = query.get('release');
  const previewed: Previewed = {
    path: /^\/(?![/\\])/.test(path) ? path : '/',
    who: onlookers.find((each) => each === who) ?? 'guest',
    plan: query.get('plan') === '1',
    age: within(query.get('age'), 0, maxAge, 7),
    lang: query.get('lang') === 'en' ? 'en' : query.get('lang') === 'ko' ? 'ko' : locale,
    country: /^[A-Z]{2}$/.test(query.get('country') ?? '') ? (query.get('country') as string) : 'US',
    width: within(query.get('width'), widthBounds.min, widthBounds.max, 1280),
    at: at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null,
    release: z.uuid().safeParse(release).success ? release : null,
  };
  const change = (changes: Partial<Previewed>) => {
    const next = { ...previewed, ...changes };
    setQuery(
      {
        path: next.path,
        who: next.who,
        ...(next.plan ? { plan: '1' } : {}),
        ...(next.who === 'child' ? { age: String(next.age) } : {}),
        lang: next.lang,
        country: next.country,
        width: String(next.width),
        ...(next.at ? { at: next.at } : {}),
        ...(next.release ? { release: next.release } : {}),
      },
      { replace: true },
    );
  };
  return [previewed, change];
}

/** Another address is asked for a while before its hour is over. */
const renewAfterMs = 55 * 60_000;

/** The address of the app for these choices; a new one whenever they change. */
export function usePreviewBase({ who, plan, age, lang, country, at, release }: Previewed) {
  const body = {
    who,
    plan: who !== 'guest' && plan,
    age: who === 'child' ? age : null,
    locale: lang,
    country,
    at,
    release_id: release,
  };
  return useQuery({
    queryKey: ['preview', body],
    queryFn: async () => (await api('POST /api/admin/previews', { body })).data,
    staleTime: renewAfterMs,
    gcTime: renewAfterMs,
    refetchInterval: renewAfterMs,
    retry: false,
  });
}
