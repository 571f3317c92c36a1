import { expect, test } from 'vitest';
import { previewedModules } from '../contract/admin/previews.ts';
import { declared, moduleOf } from './menu.ts';

test('whoever may read something that viewers see may preview it, and nobody else', () => {
  const seen = declared.filter(({ seenAt }) => seenAt).map(({ name }) => moduleOf(name));
  expect([...new Set(seen)].sort()).toEqual([...previewedModules].sort());
});
