import type { Locale } from '../../contract/errors.ts';
import english from './flag-en.svg';
import korean from './flag-ko.svg';

/** The flag that stands for a language in the switcher: a picture, because Windows has no emoji of flags. */
export function Flag({ locale }: { locale: Locale }) {
  return (
    <img
      src={locale === 'ko' ? korean : english}
      alt=""
      width={26}
      height={18}
      loading="lazy"
      className="rounded-[3px]"
    />
  );
}
