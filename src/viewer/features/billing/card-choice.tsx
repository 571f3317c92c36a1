import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { SavedCard } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { Failed } from '../../page/failed.tsx';
import { membershipQuery } from './billing.queries.ts';
import type { CardDesk } from './card-desk.ts';
import { CardName } from './card-name.tsx';

interface CardChoiceProps {
  cards: readonly SavedCard[];
  /** A saved card's id, or `new`. */
  value: string;
  onChange: (value: string) => void;
  desk: CardDesk;
  /** The reason why the card was refused. */
  error: string | null;
  disabled: boolean;
}

/** The card that is charged: one of those that are saved, or a new one. */
export function CardChoice({ cards, value, onChange, desk, error, disabled }: CardChoiceProps) {
  const { t } = useLingui();
  const errorId = useId();
  const option = (id: string, name: ReactNode) => (
    <label
      key={id}
      className={cx(
        'flex min-h-13 items-center gap-3 rounded-md border px-4 py-2 has-focus-visible:outline-2',
        value === id ? 'border-text bg-raised' : 'border-line hover:border-quiet',
      )}
    >
      <input
        type="radio"
        name="card"
        value={id}
        checked={value === id}
        disabled={disabled}
        aria-describedby={error ? errorId : undefined}
        className="size-5 shrink-0 accent-vermilion"
        onChange={() => onChange(id)}
      />
      {name}
    </label>
  );
  return (
    <div className="space-y-4">
      <div id={errorId} role="alert">
        {error && <Said kind="failure">{error}</Said>}
      </div>
      {cards.length > 0 && (
        <fieldset className="space-y-2">
          <legend className="sr-only">{t`결제할 카드`}</legend>
          {cards.map((card) => option(card.id, <CardName card={card} />))}
          {option(
            'new',
            <span className="font-semibold">
              <Trans>새 카드</Trans>
            </span>,
          )}
        </fieldset>
      )}
      {value === 'new' && <CardFields desk={desk} />}
    </div>
  );
}

/**
 * The fields measure themselves, so they have their whole width from the beginning. They come late. Their room is reserved, so that
 * a button below does not move while it is pressed.
 */
const fieldsRoom = 'min-h-[290px] tablet:min-h-[272px]';
const fieldsLooks = { loading: 'opacity-50', ready: '', failed: 'hidden' } as const;

/** The fields of a new card. They are the card processor's own: no number passes through this page. */
export function CardFields({ desk }: { desk: CardDesk }) {
  // Another round is another mounting.
  const [round, setRound] = useState(0);
  return <MountedFields key={round} desk={desk} onRetry={() => setRound(round + 1)} />;
}

function MountedFields({ desk, onRetry }: { desk: CardDesk; onRetry: () => void }) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [failure, setFailure] = useState<string | null>(null);
  const { data: membership } = useQuery(membershipQuery(useApp()));
  useEffect(() => {
    let wanted = true;
    desk
      .mount(place.current as HTMLElement, () => wanted)
      .then(
        () => wanted && setState('ready'),
        (error: unknown) => {
          if (!wanted) return;
          setFailure(error instanceof ApiError ? error.message || null : null);
          setState('failed');
        },
      );
    return () => {
      wanted = false;
      desk.unmount();
    };
  }, [desk]);
  return (
    <div className="space-y-3">
      {state === 'loading' && (
        <p role="status" className="sr-only">
          {t`불러오는 중`}
        </p>
      )}
      {state === 'failed' && (
        <Failed className="py-4" onRetry={onRetry}>
          {failure ?? <Trans>카드 입력란을 불러오지 못했어요</Trans>}
        </Failed>
      )}
      <div ref={place} className={cx(fieldsRoom, fieldsLooks[state])} />
      {membership?.cards_simulated && state !== 'failed' && (
        <Said kind="info">
          <Trans>
            데모라서 실제로 결제되지 않아요. 테스트 카드 4242 4242 4242 4242와 앞으로의 만료일, 아무 보안
            코드나 쓰세요.
          </Trans>
        </Said>
      )}
    </div>
  );
}
