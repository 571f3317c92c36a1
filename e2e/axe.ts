/** Checks the accessibility of a page by the rules of axe-core. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = `${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;

/** Frames that hold a whole page of the viewer's app, with landmarks of its own: its own stories judge it. */
const wholePages = 'iframe[src^="/preview/"]';

/** Judges the page as it stands, with the frames in it: fails with every element that breaks a rule. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const frame of page.frames()) {
    const sandbox = frame.parentFrame() && (await (await frame.frameElement()).getAttribute('sandbox'));
    // A frame that allows no scripts cannot be checked.
    if (typeof sandbox === 'string' && !sandbox.includes('allow-scripts')) continue;
    // The script is loaded once per page, however often the page is checked.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
  const { found, passed } = await page.evaluate(async (pages) => {
    const { violations, passes } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [pages] },
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
  }, wholePages);
  expect(found, where).toEqual([]);
  expect(passed, where).toBeGreaterThan(10);
}
