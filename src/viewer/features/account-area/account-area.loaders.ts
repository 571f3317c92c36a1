/** What the pages of the account area say of themselves. */
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { findAccountPage } from './account-pages.ts';

/** What a page of the account area is called, its code on the way; undefined when there is no such page. */
export function describeAccountPage({ i18n }: AppContext, address: string): PageFacts | undefined {
  const found = findAccountPage(address);
  if (!found) return undefined;
  void found.page.Page.preload?.();
  return { title: i18n._(found.page.name) };
}
