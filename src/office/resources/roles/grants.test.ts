import { expect, test } from 'vitest';
import { withGrants } from './grants.ts';

test('whoever may change something may also read it', () => {
  expect(withGrants({}, ['people'], ['delete'], true)).toEqual({ people: ['read', 'delete'] });
});

test('taking reading away takes everything', () => {
  expect(withGrants({ people: ['read', 'update'] }, ['people'], ['read'], false)).toEqual({});
});

test('a column leaves the other actions as they are', () => {
  expect(
    withGrants({ genres: ['read'], people: ['read', 'create'] }, ['genres', 'people'], ['create'], false),
  ).toEqual({
    genres: ['read'],
    people: ['read'],
  });
});
