import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { ContinueCard } from '../../../contract/viewer/viewing.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Icon, type IconName } from '../../../ui/components/icon.tsx';

interface ContinueMenuProps {
  /** The card whose menu is open; null for none. */
  card: ContinueCard | null;
  onClose: () => void;
  onLater: (card: ContinueCard) => void;
  onRemove: (card: ContinueCard) => void;
}

/** What can be done with a title that was begun, and what each of it means. */
export function ContinueMenu({ card, onClose, onLater, onRemove }: ContinueMenuProps) {
  const heading = useId();
  return (
    <Dialog open={card !== null} onClose={onClose} labelledBy={heading} className={dialogCard}>
      {card && (
        <>
          <h2 id={heading} className="text-18 font-bold [overflow-wrap:anywhere]">
            {card.title}
          </h2>
          <div className="-mx-3 mt-4">
            <Choice
              icon="clock"
              first
              name={<Trans>지금은 안 볼래요</Trans>}
              meaning={<Trans>보던 곳은 그대로 두고 이 줄에서만 숨겨요. 다시 재생하면 돌아와요.</Trans>}
              onPress={() => onLater(card)}
            />
            <Choice
              icon="close"
              name={<Trans>목록에서 빼기</Trans>}
              meaning={<Trans>보던 곳을 지워요. 다음에 재생하면 처음부터 시작해요.</Trans>}
              onPress={() => onRemove(card)}
            />
          </div>
          <Button className="mt-4 w-full" onClick={onClose}>
            <Trans>닫기</Trans>
          </Button>
        </>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  icon: IconName;
  name: ReactNode;
  meaning: ReactNode;
  first?: boolean;
  onPress: () => void;
}

function Choice({ icon, name, meaning, first, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      data-first-focus={first ? '' : undefined}
      onClick={onPress}
      className="flex min-h-14 w-full items-start gap-3 rounded-md p-3 text-left hover:bg-raised"
    >
      <Icon name={icon} size={20} className="mt-0.5 shrink-0 text-quiet" />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="mt-0.5 block text-14 text-quiet">{meaning}</span>
      </span>
    </button>
  );
}
