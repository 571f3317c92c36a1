import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { stepIn } from '../../../ui/components/grid.tsx';
import { Icon } from '../../../ui/components/icon.tsx';

interface PinPadProps {
  disabled: boolean;
  onDigit: (digit: string) => void;
  /** Takes the last digit back. */
  onBack: () => void;
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'back', '0'] as const;
const columns = 3;

/** Digits for a remote control that has none: arrows move through them, Enter presses. Where it has some, they count as well. */
export function PinPad({ disabled, onDigit, onBack }: PinPadProps) {
  const { t } = useLingui();
  const pad = useRef<HTMLDivElement>(null);
  // Again after each try: while one is being judged, the keys are off and cannot have the focus.
  useEffect(() => {
    if (!disabled) pad.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  }, [disabled]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) onDigit(event.key);
    else if (event.key === 'Backspace') onBack();
    else {
      const buttons = [...(pad.current?.querySelectorAll('button') ?? [])];
      const from = buttons.findIndex((button) => button.contains(document.activeElement));
      const to = from < 0 ? null : stepIn(event.key, from, columns, keys.length);
      if (to === null) return;
      buttons[to]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own
    <div
      ref={pad}
      role="group"
      aria-label={t`숫자판`}
      className="mx-auto mt-6 grid w-fit grid-cols-3 gap-2"
      onKeyDown={onKeyDown}
    >
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          data-first-focus={key === '5' ? '' : undefined}
          disabled={disabled}
          aria-label={key === 'back' ? t`한 자리 지우기` : undefined}
          className="grid size-14 place-items-center rounded-md bg-raised text-22 font-semibold"
          onClick={() => (key === 'back' ? onBack() : onDigit(key))}
        >
          {key === 'back' ? <Icon name="left" size={28} /> : key}
        </button>
      ))}
    </div>
  );
}
