/** Checks the accessibility of a page by the rules of axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** As it is published for pages: each document has to compile it, which takes half as long as the readable one. */
const minified = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What is open above the page needs no landmark: it has the focus, and Escape leads back. axe-core says so of dialogs; an open menu is
 * the same, and it holds menu items alone.
 */
const above = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu]';

const source = `${minified};axe.configure({
  allowedOrigins: ['<unsafe_all_origins>'],
  checks: [{ id: 'region', options: { regionMatcher: '${above}' } }],
})`;

/** Frames that hold a whole page of the viewer's app, with landmarks of its own: its own stories judge it. */
const wholePages = 'iframe[src^="/preview/"]';

/** Waits until nothing fades or slides any more; what turns for ever, such as a sign of waiting, is not waited for. */
export async function expectStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

/**
 * Judges the page as it stands once it is still, with the frames in it: fails with every element that breaks a rule. A text that
 * fades in has too little contrast for a moment. `except`: a selector of what was judged on another page, such as the footer.
 */
export async function expectAccessible(page: Page, where: string, except?: string): Promise<void> {
  await expectStill(page);
  for (const frame of page.frames()) {
    const sandbox = frame.parentFrame() && (await (await frame.frameElement()).getAttribute('sandbox'));
    // A frame that allows no scripts cannot be checked.
    if (typeof sandbox === 'string' && !sandbox.includes('allow-scripts')) continue;
    // The script is loaded once per page, however often the page is checked.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
  const { found, passed } = await page.evaluate(
    async (exclude) => {
      const { violations, passes } = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude },
        {
          preload: false,
          resultTypes: ['violations'],
        },
      );
      return {
        found: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
        ),
        passed: passes.length,
      };
    },
    [wholePages, except].filter((selector) => selector !== undefined),
  );
  expect(found, where).toEqual([]);
  expect(passed, where).toBeGreaterThan(10);
}
