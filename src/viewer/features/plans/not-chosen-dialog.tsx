import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';

interface NotChosenDialogProps {
  /** A kids profile chose, or what the household has could not be loaded; null: neither. */
  why: 'kid' | 'failed' | null;
  /** It is loaded again. */
  busy: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Says why nothing follows from choosing a plan, and what to do. */
export function NotChosenDialog({ why, busy, onRetry, onClose }: NotChosenDialogProps) {
  // Once it is loaded the choice goes on: that closes the dialog, too, and takes nothing back.
  const close = () => why && onClose();
  return (
    <Dialog open={why !== null} onClose={close} labelledBy="not-chosen-title" className={dialogCard}>
      <h2 id="not-chosen-title" className="text-22">
        {why === 'kid' ? (
          <Trans>어른과 함께 골라 주세요</Trans>
        ) : (
          <Trans>이용권 정보를 불러오지 못했어요</Trans>
        )}
      </h2>
      <p className="mt-3 text-quiet">
        {why === 'kid' ? (
          <Trans>키즈 프로필에서는 이용권을 고를 수 없어요. 보호자 프로필로 바꾸면 고를 수 있어요.</Trans>
        ) : (
          <Trans>잠시 뒤에 다시 시도해 주세요.</Trans>
        )}
      </p>
      <div className="mt-6 grid gap-2 min-[480px]:grid-cols-2">
        {why === 'kid' ? (
          <Link to="/profiles" className={buttonClass('primary')} data-first-focus="">
            <Trans>프로필 바꾸기</Trans>
          </Link>
        ) : (
          <Button look="primary" disabled={busy} onClick={onRetry} data-first-focus="">
            <Trans>다시 시도하기</Trans>
          </Button>
        )}
        <Button onClick={onClose}>
          <Trans>닫기</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
