import { useLingui } from '@lingui/react/macro';
import type { Gender } from '../../../contract/account/identity.ts';

/** What a gender is called, in the page's language. */
export function useGenderName(): (gender: Gender) => string {
  const { t } = useLingui();
  return (gender) => ({ female: t`여성`, male: t`남성`, other: t`그 밖의 성별` })[gender];
}
