import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useSession } from '../../context.ts';

/** The notice that a kids profile sees on pages for adults. */
export function KidsNotice() {
  return (
    <div className="gutter grid min-h-[60dvh] place-items-center py-12 text-center">
      <div className="max-w-md">
        <span className="mx-auto grid size-16 place-items-center rounded-full bg-jade/15 text-jade">
          <Icon name="lock" size={32} />
        </span>
        <h1 className="mt-6 text-28 text-balance">
          <Trans>어른과 함께 열어 주세요</Trans>
        </h1>
        <p className="mt-3 text-balance text-quiet">
          <Trans>
            키즈 프로필에서는 계정과 프로필 설정을 바꿀 수 없어요. 보호자 프로필로 바꾸면 열 수 있어요.
          </Trans>
        </p>
        <Link to="/profiles" className={buttonClass('primary', 'lg', 'mt-8')}>
          <Trans>프로필 바꾸기</Trans>
        </Link>
      </div>
    </div>
  );
}

/** Its content, unless a kids profile is watching. */
export function GrownUps({ children }: { children: ReactNode }) {
  return useSession()?.profile?.is_kid ? <KidsNotice /> : children;
}
