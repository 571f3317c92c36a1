import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Button, RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';

/** The focus is lost with the element that disappears. It moves to the start of the page, for keyboards and screen readers. */
const focusPage = () => document.getElementById('main')?.focus({ preventScroll: true });

/**
 * Says when the account will be erased, and how to withdraw that. With `onRead` it is a bar across the page that can be
 * dismissed; afterwards only the account area shows the notice.
 */
export function DeletionPending({ at, onRead }: { at: string; onRead?: () => void }) {
  const { t, i18n } = useLingui();
  const { api, session } = useApp();
  const [busy, setBusy] = useState(false);
  const day = i18n.date(new Date(at), { dateStyle: 'long' });
  const cancel = async () => {
    setBusy(true);
    try {
      await api('POST /api/account/deletion/cancel');
      const user = session.get()?.user;
      focusPage();
      if (user) session.refresh({ ...user, deletion_at: null });
      toast('success', t`계정 삭제를 취소했어요. 계속 이용할 수 있어요.`);
    } catch {
      setBusy(false);
      toast('error', t`취소하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };
  return (
    <div
      role="status"
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-rose/15 tablet:flex-nowrap',
        onRead ? 'gutter py-3' : 'max-w-2xl rounded-lg p-4 tablet:p-6',
      )}
    >
      <p>
        <strong>
          <Trans>계정 삭제를 신청했어요.</Trans>
        </strong>{' '}
        <Trans>{day}에 모든 정보가 지워져요.</Trans>
      </p>
      <div className="flex w-full shrink-0 items-center justify-between gap-2 tablet:w-auto">
        <Button look="plain" disabled={busy} onClick={() => void cancel()}>
          <Trans>삭제 취소하기</Trans>
        </Button>
        {onRead && (
          <RoundButton
            label={t`닫기`}
            onClick={() => {
              focusPage();
              onRead();
            }}
          >
            <Icon name="close" size={20} />
          </RoundButton>
        )}
      </div>
    </div>
  );
}
