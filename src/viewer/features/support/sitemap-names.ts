/** What pages are called on the sitemap page: as in the menus, and those that stand in none of these. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { sitemapMenu } from '../../../contract/pages.ts';
import { pageNames } from '../../layout/page-names.ts';

type Named = (typeof sitemapMenu)[keyof typeof sitemapMenu][number];

/** By path: one without its name does not compile. */
export const sitemapNames: Record<Named, MessageDescriptor> = {
  ...pageNames,
  '/new-releases/{-$category_id}': msg`새로 나온 작품`,
  '/free-videos': msg`무료로 보기`,
  '/leaving-soon': msg`곧 종료되는 작품`,
  '/login': msg`로그인`,
  '/signup': msg`가입하기`,
  '/trial': msg`무료 체험`,
  '/account-delete': msg`계정 삭제`,
};
