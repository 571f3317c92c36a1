/** What `npm run mutate` breaks is in the code as it stands. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutations } from '../scripts/mutations.js';

test.each(mutations)('one place can be broken so that $what', ({ file, from, tests }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
  for (const path of tests) expect(existsSync(path), path).toBe(true);
});
