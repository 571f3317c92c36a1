import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { pinDigits } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { digitsOf } from '../../../ui/masks.ts';
import { isTelevision } from '../../../ui/television.ts';
import { useLacksSecret } from '../accounts/details-gate.tsx';
import { PinPad } from './pin-pad.tsx';

interface PinEntryProps {
  name: string;
  titleId: string;
  /** It is the household's parent PIN, to leave a kids profile. */
  parent?: boolean;
  /** Tries the PIN; throws what the server answered when it is wrong. */
  onPin: (pin: string) => Promise<void>;
}

const places = [0, 1, 2, 3] as const;

/** A remote control types on the pad, which has the focus itself. */
const focusOn = (field: HTMLInputElement | null) => {
  if (!isTelevision()) field?.focus();
};

/** Four digits in one field that looks like four; sent by itself with the fourth. */
export function PinEntry({ name, titleId, parent, onPin }: PinEntryProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pad = isTelevision();
  const lacksPassword = useLacksSecret();
  useEffect(() => focusOn(input.current), []);

  const change = async (text: string) => {
    const digits = digitsOf(text, pinDigits);
    setPin(digits);
    setFailure(null);
    if (digits.length < pinDigits) return;
    setBusy(true);
    try {
      await onPin(digits);
    } catch (error) {
      setPin('');
      setBusy(false);
      setFailure(
        (error instanceof ApiError && (Object.values(error.errors)[0]?.[0] || error.message)) ||
          t`확인하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`,
      );
      focusOn(input.current);
    }
  };

  return (
    <div className="text-center">
      <h2 id={titleId} className="text-22">
        {parent ? <Trans>보호자 PIN을 입력해 주세요</Trans> : <Trans>PIN을 입력해 주세요</Trans>}
      </h2>
      <p className="mt-2 text-quiet">
        {parent ? (
          <Trans>키즈 프로필에서 나가려면 보호자의 확인이 필요해요.</Trans>
        ) : (
          // As text alone: a name may hold what looks like an element.
          t`${name} 프로필은 PIN으로 잠겨 있어요.`
        )}
      </p>
      <label htmlFor={id} className="sr-only">
        <Trans>PIN 네 자리</Trans>
      </label>
      <div className="relative mx-auto mt-8 w-fit">
        <input
          ref={input}
          data-first-focus={pad ? undefined : ''}
          id={id}
          type="password"
          inputMode="numeric"
          pattern="\d*"
          autoComplete="off"
          value={pin}
          readOnly={busy}
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure ? `${id}-error` : undefined}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={(event) => void change(event.target.value)}
        />
        <div className={cx('flex gap-3', busy && 'opacity-50')} aria-hidden="true">
          {places.map((place) => (
            <span
              key={place}
              className={cx(
                'grid h-16 w-13 place-items-center rounded-md border-2 bg-ground text-28',
                failure ? 'border-rose' : place === pin.length ? 'border-jade' : 'border-line',
              )}
            >
              {place < pin.length ? '•' : ''}
            </span>
          ))}
        </div>
      </div>
      {pad && (
        <PinPad
          disabled={busy}
          onDigit={(digit) => void change(pin + digit)}
          onBack={() => void change(pin.slice(0, -1))}
        />
      )}
      <p id={`${id}-error`} role="alert" className="mt-4 min-h-6 text-14 text-rose">
        {failure}
      </p>
      {parent && (
        <p className="mt-3 text-14 text-balance text-quiet">
          {lacksPassword ? (
            <Trans>
              PIN을 잊었다면 로그아웃한 뒤 로그인 화면의 ‘비밀번호를 잊으셨나요?’에서 비밀번호를 만들어
              로그인해 주세요.
            </Trans>
          ) : (
            <Trans>PIN을 잊었다면 로그아웃한 뒤 계정 비밀번호로 다시 로그인해 주세요.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
