/** What the public pages about accounts say of themselves. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';

export function describeAccountDelete({ i18n }: AppContext): PageFacts {
  return {
    title: i18n._(msg`계정 삭제`),
    path: '/account-delete',
    description: i18n._(
      msg`아이디와 비밀번호로 계정 삭제를 신청하세요. 프로필과 시청 기록은 90일 뒤에 지워져요.`,
    ),
  };
}
