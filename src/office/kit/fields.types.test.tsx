/** What the compiler says of a declaration that does not fit the contract: checked with the types, not when it runs. */
import { expect, test } from 'vitest';
import { choice, image, number, pair, slug } from './fields.tsx';
import { declareFields } from './resource.tsx';

test('what fits is placed, and its facts are known by their names on the wire', () => {
  const { facts } = declareFields('people', {
    fields: [
      image('avatar_id', 'avatar', { kind: 'avatar', title: 'artwork.avatar', width: 144 }),
      pair('name', { label: { ko: '이름', en: 'Name' } }),
      slug({ from: 'name_en' }),
    ],
    form: ['avatar_id', ['name', 'slug']],
  });
  expect(Object.keys(facts)).toEqual(['avatar_id', 'name_ko', 'name_en', 'slug']);
  expect(facts.name_en?.label).toEqual({ ko: '이름 (영어)', en: 'Name (English)' });
});

test('a misspelled field, a field of another type and an unnamed value are refused', () => {
  declareFields('people', {
    fields: [
      // @ts-expect-error: no field of that name.
      pair('nmae'),
      // @ts-expect-error: the field is text.
      number('name_ko'),
      // @ts-expect-error: no field of that name to propose it from.
      slug({ from: 'title_en' }),
    ],
  });
  // @ts-expect-error: no field of that name to place.
  declareFields('genres', { fields: [pair('name')], form: ['nmae'] });
  declareFields('programmes', {
    // @ts-expect-error: a movie has no name.
    fields: [choice('kind', { series: { text: 'kind.series' } })],
  });
});
