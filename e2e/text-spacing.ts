import type { Page } from 'playwright-core';

/** Sets the text spacing that a page must bear without loss (WCAG 1.4.12). */
export const setTextSpacing = (page: Page) =>
  page.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
  });

/** Texts of the matching elements that do not fit into their box or into the clipping box around them. */
export const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { width, height, bottom, top } = element.getBoundingClientRect();
        if (width === 0 || height === 0 || element.matches('.sr-only, .sr-only *')) return false;
        if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
          return getComputedStyle(element).overflow !== 'visible';
        for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
          if (!/clip|hidden/.test(getComputedStyle(box).overflowY)) continue;
          const around = box.getBoundingClientRect();
          return top < around.top - 1 || bottom > around.bottom + 1;
        }
        return false;
      })
      .map(({ textContent }) => textContent ?? ''),
  );
