import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Activation } from '../../../contract/account/activations.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp, useSession } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useDeviceWords } from './account-list.tsx';
import { formatUserCode } from './user-code.ts';

type Step = { at: 'code' } | { at: 'confirm'; found: Activation } | { at: 'approved' } | { at: 'denied' };

/**
 * Signs a television in, in three steps: its code, the device and place that request access, the decision. A code in the address
 * is looked up at once, but never confirmed without a press (RFC 8628 §3.3.1).
 */
export function ActivationSteps({ code: given = '' }: { code?: string | undefined }) {
  const { t } = useLingui();
  const { api } = useApp();
  const [step, setStep] = useState<Step>({ at: 'code' });
  const [code, setCode] = useState(() => formatUserCode(given));
  const sending = useSubmit(['code']);

  const find = () => {
    if (!sending.check({ code: rules.user_code(code) })) return;
    void sending.send(async () => {
      try {
        const params = { user_code: code };
        const { data } = await api('GET /api/account/activations/{user_code}', { params });
        setStep({ at: 'confirm', found: data });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        // The server's response says only "not found"; this adds the field that it belongs to.
        throw new ApiError(error.status, error.code, '', {
          code: [t`이 코드로 기다리는 TV가 없어요. TV에 보이는 코드를 다시 확인해 주세요.`],
        });
      }
    });
  };
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !given) return;
    asked.current = true;
    find();
  });

  const decide = (found: Activation, answer: 'approve' | 'deny') =>
    void sending.send(async () => {
      const options = { params: { user_code: found.user_code } };
      try {
        if (answer === 'approve') await api('POST /api/account/activations/{user_code}/approve', options);
        else await api('POST /api/account/activations/{user_code}/deny', options);
        setStep({ at: answer === 'approve' ? 'approved' : 'denied' });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        setCode('');
        setStep({ at: 'code' });
        throw new ApiError(error.status, error.code, '', {
          code: [t`코드의 유효 시간이 지났어요. TV에 보이는 새 코드를 입력해 주세요.`],
        });
      }
    });

  switch (step.at) {
    case 'code':
      return (
        <form
          ref={sending.form}
          noValidate
          className="space-y-5"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            find();
          }}
        >
          {sending.failure && <Said kind="failure">{sending.failure}</Said>}
          <Field
            label={t`TV에 보이는 코드`}
            hint={t`대소문자는 가리지 않아요.`}
            name="code"
            value={code}
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            inputMode="text"
            placeholder="WDJB-MJHT"
            className="text-22 font-bold tracking-widest uppercase tabular-nums"
            error={sending.errorOf('code')}
            onChange={(event) => setCode(formatUserCode(event.target.value))}
          />
          <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
            {sending.busy ? <Trans>확인하는 중…</Trans> : <Trans>계속</Trans>}
          </Button>
        </form>
      );
    case 'confirm':
      return (
        <Confirm found={step.found} busy={sending.busy} onAnswer={(answer) => decide(step.found, answer)}>
          {sending.failure && <Said kind="failure">{sending.failure}</Said>}
        </Confirm>
      );
    case 'approved':
      return (
        <div className="space-y-5">
          <Said kind="success">
            <Trans>TV에서 로그인했어요. 이제 TV에서 프로필을 골라 주세요.</Trans>
          </Said>
          <Link
            to="/account/$"
            params={{ _splat: 'devices' }}
            className={buttonClass('quiet', 'lg', 'w-full')}
          >
            <Trans>로그인한 기기 보기</Trans>
          </Link>
        </div>
      );
    case 'denied':
      return (
        <div className="space-y-5">
          <Said kind="info">
            <Trans>거절했어요. 그 기기는 로그인하지 못해요.</Trans>
          </Said>
          <Link
            to="/account/$"
            params={{ _splat: 'devices' }}
            className={buttonClass('quiet', 'lg', 'w-full')}
          >
            <Trans>로그인한 기기 보기</Trans>
          </Link>
        </div>
      );
  }
}

/** Shows which device requests access, with the two decisions, so that the victim of remote phishing notices (RFC 8628 §5.4). */
function Confirm({
  found,
  busy,
  onAnswer,
  children,
}: {
  found: Activation;
  busy: boolean;
  onAnswer: (answer: 'approve' | 'deny') => void;
  children: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { deviceName, place } = useDeviceWords();
  const username = useSession()?.user.username ?? '';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const minutes = Math.round((Date.parse(found.asked_at) - Date.now()) / 60_000);
  const facts = [
    [
      t`코드`,
      <span key="code" className="text-22 font-bold tracking-widest">
        {found.user_code}
      </span>,
    ],
    [t`기기`, deviceName(found.name)],
    [t`위치`, place({ country: found.country, address: '' }) || t`알 수 없음`],
    [
      t`요청한 때`,
      minutes > -1 ? t`방금` : new Intl.RelativeTimeFormat(i18n.locale).format(minutes, 'minute'),
    ],
    [t`계정`, username],
  ] as const;
  return (
    <div className="space-y-5">
      <h2 ref={title} tabIndex={-1} className="text-22">
        <Trans>이 TV에서 로그인할까요?</Trans>
      </h2>
      {children}
      <p className="text-quiet">
        <Trans>TV 화면의 코드와 같은지 확인해 주세요.</Trans>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 rounded-md bg-raised p-4">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-14 text-quiet">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="rounded-md bg-gold/15 px-4 py-3 text-14">
        <Trans>
          내 TV가 아니면 거절해 주세요. 다른 사람이 보낸 코드나 링크라면 내 계정에 들어오려는 것일 수 있어요.
        </Trans>
      </p>
      <div className="flex flex-col gap-3">
        <Button look="primary" size="lg" disabled={busy} onClick={() => onAnswer('approve')}>
          <Trans>이 TV에서 로그인</Trans>
        </Button>
        <Button size="lg" disabled={busy} onClick={() => onAnswer('deny')}>
          <Trans>거절하기</Trans>
        </Button>
      </div>
    </div>
  );
}
