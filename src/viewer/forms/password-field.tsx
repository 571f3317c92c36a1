import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/components/field.tsx';
import { Icon } from '../../ui/components/icon.tsx';

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      maxLength={256}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={shown ? t`비밀번호 숨기기` : t`비밀번호 보기`}
          aria-pressed={shown}
          className="grid size-11 place-items-center rounded-md text-quiet hover:text-text"
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" size={20} className={shown ? 'text-text' : undefined} />
        </button>
      }
    />
  );
}
