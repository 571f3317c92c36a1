/** The services that people may sign in with, in the order of their buttons, and what they call themselves. */
import type { Locale } from './errors.ts';

export const providerNames = ['kakao', 'naver', 'google', 'apple', 'facebook'] as const;
export type ProviderName = (typeof providerNames)[number];

export const providerLabels: Record<ProviderName, Record<Locale, string>> = {
  kakao: { ko: '카카오', en: 'Kakao' },
  naver: { ko: '네이버', en: 'NAVER' },
  google: { ko: 'Google', en: 'Google' },
  apple: { ko: 'Apple', en: 'Apple' },
  facebook: { ko: 'Facebook', en: 'Facebook' },
};
