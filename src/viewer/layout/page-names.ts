/** Names of pages in the menus and the footer. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { footerMenu, headerMenu, mobileMenu } from '../../contract/pages.ts';

type PagesOf<T extends Record<string, readonly string[]>> = T[keyof T][number];
type Named = PagesOf<typeof headerMenu> | PagesOf<typeof mobileMenu> | (typeof footerMenu)[number];

/** By path: one without its name does not compile. */
export const pageNames: Record<Named, MessageDescriptor> = {
  '/': msg`홈`,
  '/live-tv': msg`실시간 TV`,
  '/radio': msg`라디오`,
  '/youtube': msg`유튜브`,
  '/schedule': msg`편성표`,
  '/my-list': msg`찜한 콘텐츠`,
  '/profiles/manage': msg`프로필 관리`,
  '/account': msg`계정`,
  '/plans': msg`이용권`,
  '/subscription': msg`이용 안내`,
  '/partner': msg`광고·제휴`,
  '/notice': msg`공지사항`,
  '/faqs': msg`자주 묻는 질문`,
  '/gifts': msg`선물하기`,
  '/redeem': msg`선물 코드 등록`,
  '/sitemap': msg`사이트맵`,
};
