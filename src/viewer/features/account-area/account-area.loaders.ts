/** Titles and descriptions of the pages of the account area. */
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { findAccountPage } from './account-pages.ts';

/** The title of a page of the account area; also fetches the page's code. Undefined when there is no such page. */
export async function describeAccountPage(
  { i18n }: AppContext,
  address: string,
): Promise<PageFacts | undefined> {
  const found = findAccountPage(address);
  if (!found) return undefined;
  // The page itself reports a failure. Loading the route again fetches the code again.
  await found.page.Page.preload?.();
  return { title: i18n._(found.page.name) };
}
