import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { codeDigits, rules } from '../../contract/rules.ts';
import { Button } from '../../ui/components/button.tsx';
import { Field } from '../../ui/components/field.tsx';
import { digitsOnly } from '../../ui/masks.ts';
import { Said } from './guest-frame.tsx';
import { useSubmit } from './use-submit.ts';

/** Asks for the six digits that went to a mailbox, and has them sent again. */
export function CodeForm({
  email,
  resendSeconds,
  onCode,
  onResend,
  submit,
}: {
  email: string;
  resendSeconds: number;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  /** What the button says. */
  submit: string;
}) {
  const { t } = useLingui();
  const sending = useSubmit(['code']);
  const [left, setLeft] = useState(resendSeconds);
  const [resent, setResent] = useState(false);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setResent(false);
    if (!sending.check({ code: rules.digits(code, codeDigits) })) return;
    void sending.send(() => onCode(code));
  };

  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={onSubmit}>
      <p className="[overflow-wrap:anywhere]">
        <Trans>
          <strong>{email}</strong> 주소로 보낸 인증 번호 여섯 자리를 입력해 주세요. 10분 동안 쓸 수 있어요.
        </Trans>
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      {resent && (
        <Said kind="success">
          <Trans>인증 번호를 다시 보냈어요.</Trans>
        </Said>
      )}
      <Field
        label={t`인증 번호`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        onInput={digitsOnly(codeDigits)}
        autoFocus
        className="text-center text-22 font-bold tracking-[0.3em] tabular-nums"
        error={sending.errorOf('code')}
      />
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        {submit}
      </Button>
      <Button
        className="w-full"
        disabled={left > 0 || sending.busy}
        onClick={() =>
          void sending.send(async () => {
            await onResend();
            setResent(true);
            setLeft(resendSeconds);
          })
        }
      >
        {left > 0 ? (
          <Plural value={left} other="#초 뒤에 다시 보낼 수 있어요" />
        ) : (
          <Trans>인증 번호 다시 보내기</Trans>
        )}
      </Button>
      <p className="text-14 text-quiet">
        <Trans>메일이 오지 않으면 스팸 메일함도 확인해 주세요.</Trans>
      </p>
    </form>
  );
}
