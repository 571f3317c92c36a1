import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { pages } from '../contract/pages.ts';
import type { AppContext } from './context.ts';

// Texts are compiled into the build; here nothing is shown.
vi.mock('@lingui/core/macro', () => ({ msg: () => ({ id: '' }) }));
vi.mock('@lingui/react/macro', () => ({ Trans: () => null, Plural: () => null, useLingui: () => ({}) }));
const { makeRouter } = await import('./router.tsx');

test('every page has its entry in the table of pages, and every entry its page', () => {
  const { routesById } = makeRouter({} as AppContext, createMemoryHistory());
  const paths = Object.values(routesById)
    .filter(({ options }) => 'path' in options)
    .map(({ fullPath }) => (fullPath === '/' ? fullPath : fullPath.replace(/\/$/, '')));
  expect(paths.length).toBeGreaterThan(50);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.sort()).toEqual(Object.keys(pages).sort());
});
