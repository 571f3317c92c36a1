/** Who plays, presents and makes what: settled in turn, so that everyone has work and nobody has all of it. */
import { demoPeople } from './people.ts';
import type { Craft, DemoCredit, DemoPerson, Part } from './types.ts';

type Age = 'child' | 'adult' | 'elder';

const ageOf = (person: DemoPerson): Age => {
  const year = Number(person.birth_date.slice(0, 4));
  return year >= 2004 ? 'child' : year < 1978 ? 'elder' : 'adult';
};

/** Hands out people in turn; one caller's order is always the same. */
export function castingOffice() {
  const turns = new Map<string, number>();
  const next = (pool: DemoPerson[], name: string, taken: Set<string>): DemoPerson => {
    for (let tries = 0; tries < pool.length; tries += 1) {
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      // A stride, so that neighbours in the list do not always work together; it must not divide the pool.
      const person = pool[(turn * (pool.length % 7 === 0 ? 5 : 7)) % pool.length]!;
      if (!taken.has(person.slug)) {
        taken.add(person.slug);
        return person;
      }
    }
    throw new Error(`Nobody left for ${name}`);
  };
  const byCraft = (craft: Craft, taken: Set<string>) =>
    next(
      demoPeople.filter((person) => person.craft === craft),
      craft,
      taken,
    );
  const forPart = (part: Part, taken: Set<string>) => {
    const age = part.age ?? 'adult';
    return next(
      demoPeople.filter(
        (person) => person.craft === 'actor' && person.gender === part.gender && ageOf(person) === age,
      ),
      `actor ${part.gender} ${age}`,
      taken,
    );
  };
  const credit = (person: DemoPerson, role_ko: string, role_en: string): DemoCredit => ({
    person: person.slug,
    role_ko,
    role_en,
  });

  return {
    /** A drama or a feature film. */
    scripted(cast: Part[], kind: 'series' | 'movie'): DemoCredit[] {
      const taken = new Set<string>();
      const friend: Part = { gender: cast[0]?.gender === 'f' ? 'm' : 'f', name_ko: '', name_en: '' };
      return [
        ...cast.map((part) => credit(forPart(part, taken), part.name_ko, part.name_en)),
        credit(forPart(friend, taken), '특별 출연', 'Special appearance'),
        credit(byCraft('director', taken), kind === 'series' ? '연출' : '감독', 'Director'),
        credit(byCraft('writer', taken), kind === 'series' ? '극본' : '각본', 'Writer'),
      ];
    },
    /** A cartoon: the same shape, in voices. */
    animated(cast: Part[]): DemoCredit[] {
      const taken = new Set<string>();
      return [
        ...cast.map((part) =>
          credit(byCraft('voice', taken), `${part.name_ko} 목소리`, `${part.name_en} (voice)`),
        ),
        credit(byCraft('director', taken), '연출', 'Director'),
        credit(byCraft('writer', taken), '글', 'Writer'),
      ];
    },
    /** A variety show. */
    variety(): DemoCredit[] {
      const taken = new Set<string>();
      return [
        credit(byCraft('host', taken), '진행', 'Host'),
        credit(byCraft('comedian', taken), '고정 출연', 'Regular'),
        credit(byCraft('comedian', taken), '고정 출연', 'Regular'),
        credit(byCraft('singer', taken), '고정 출연', 'Regular'),
        credit(forPart({ gender: 'f', name_ko: '', name_en: '' }, taken), '고정 출연', 'Regular'),
        credit(byCraft('producer', taken), '연출', 'Producer'),
      ];
    },
    /** A documentary. */
    documentary(): DemoCredit[] {
      const taken = new Set<string>();
      return [
        credit(byCraft('narrator', taken), '내레이션', 'Narrator'),
        credit(byCraft('director', taken), '연출', 'Director'),
        credit(byCraft('writer', taken), '구성', 'Writer'),
        credit(byCraft('producer', taken), '기획', 'Producer'),
      ];
    },
    /** A cooking show. */
    food(): DemoCredit[] {
      const taken = new Set<string>();
      return [
        credit(byCraft('chef', taken), '요리', 'Chef'),
        credit(byCraft('host', taken), '진행', 'Host'),
        credit(byCraft('producer', taken), '연출', 'Producer'),
      ];
    },
    /** A music programme. */
    music(): DemoCredit[] {
      const taken = new Set<string>();
      return [
        credit(byCraft('singer', taken), '노래', 'Vocals'),
        credit(byCraft('musician', taken), '연주', 'Musician'),
        credit(byCraft('musician', taken), '연주', 'Musician'),
        credit(byCraft('director', taken), '연출', 'Director'),
      ];
    },
  };
}
