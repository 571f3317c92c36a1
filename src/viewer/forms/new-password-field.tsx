import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { PasswordField } from './password-field.tsx';
import { strengthOf } from './password-strength.ts';

const looks = {
  short: { bars: 0, tone: 'bg-line' },
  weak: { bars: 1, tone: 'bg-rose' },
  fair: { bars: 2, tone: 'bg-gold' },
  good: { bars: 3, tone: 'bg-jade' },
} as const;

/** A password to be chosen, with advice while it is typed. `own`: what must not be in it. */
export function NewPasswordField({
  label,
  name = 'password',
  error,
  own,
}: {
  label: string;
  name?: string;
  error?: string | undefined;
  own?: readonly string[];
}) {
  const { t } = useLingui();
  const advice = useId();
  const [typed, setTyped] = useState('');
  const strength = strengthOf(typed, own);
  const says = {
    short: t`여덟 자 이상으로 정해 주세요.`,
    weak: t`쉽게 뚫릴 수 있어요. 더 길게, 여러 단어를 이어 보세요.`,
    fair: t`쓸 만해요. 조금 더 길면 더 안전해요.`,
    good: t`안전한 비밀번호예요.`,
  }[strength];
  const { bars, tone } = looks[strength];
  // That it is too short is said by the error then.
  const advised = !(error && strength === 'short');
  return (
    <div>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        {...(advised ? { describedBy: advice } : {})}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="mt-2 flex gap-1" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={cx('h-1 flex-1 rounded-full', bar <= bars ? tone : 'bg-line')} />
        ))}
      </div>
      {advised && (
        <p id={advice} className="mt-1 text-14 text-quiet">
          {says}
        </p>
      )}
    </div>
  );
}
