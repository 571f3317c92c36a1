/** Korean particles, which follow the last syllable of a name. */
import { josa } from 'es-hangul';

/** A name with its particle in Korean, alone in another language. */
export const withParticle = (
  name: string,
  particle: '으로/로' | '을/를' | '이/가',
  locale: string,
): string => (locale === 'ko' ? josa(name, particle) : name);
