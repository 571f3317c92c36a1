import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { GivenByGift } from '../../../contract/account/gifts.ts';
import { rules } from '../../../contract/rules.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp, useSession } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { dollars } from '../../money.ts';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { refreshPlan } from './billing.queries.ts';
import { useDays } from './days.ts';
import { formatGiftCode } from './gift-code.ts';

const route = getRouteApi('/main/redeem');

/** Redeems a gift code. Its effect is shown before it is used. */
export function RedeemPage() {
  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[560px] pt-8 pb-12 tablet:pt-14">
        <h1 className="mb-6 text-28 font-extrabold text-balance tablet:text-36">
          <Trans>선물 코드 등록</Trans>
        </h1>
        <div className="rounded-lg border border-line bg-surface p-6 tablet:p-8">
          <Steps />
        </div>
      </div>
    </GrownUps>
  );
}

type Step = { at: 'code' } | { at: 'confirm' | 'done'; given: GivenByGift };

function Steps() {
  const { t } = useLingui();
  const context = useApp();
  const signedIn = useSession() !== null;
  const { code: linked = '' } = route.useSearch();
  const [code, setCode] = useState(() => formatGiftCode(linked));
  const [step, setStep] = useState<Step>({ at: 'code' });
  const sending = useSubmit(['code']);

  const check = () => {
    if (!sending.check({ code: rules.required(code) })) return;
    void sending.send(async () => {
      const { data } = await context.api('POST /api/account/gifts/check', { body: { code } });
      setStep({ at: 'confirm', given: data });
    });
  };
  const redeem = () =>
    void sending.send(async () => {
      try {
        const { data } = await context.api('POST /api/account/gifts/redeem', { body: { code } });
        setStep({ at: 'done', given: data });
      } catch (error) {
        setStep({ at: 'code' });
        throw error;
      }
      await refreshPlan(context).catch(() => undefined);
    });
  // A code in the address is looked at by itself, never used by itself.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !linked || !signedIn) return;
    asked.current = true;
    check();
  });

  if (step.at === 'done') return <Redeemed given={step.given} />;
  if (step.at === 'confirm')
    return (
      <div className="space-y-5">
        <Given given={step.given} />
        <Button look="primary" size="lg" className="w-full" disabled={sending.busy} onClick={redeem}>
          {sending.busy ? <Trans>처리하는 중…</Trans> : <Trans>이 계정에 등록하기</Trans>}
        </Button>
        <Button className="w-full" disabled={sending.busy} onClick={() => setStep({ at: 'code' })}>
          <Trans>다른 코드 쓰기</Trans>
        </Button>
      </div>
    );
  const field = (
    <Field
      label={t`선물 코드`}
      name="code"
      value={code}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="ABCD-EFGH-JKMN-PQRS"
      hint={t`글자와 숫자 16자예요. 대소문자와 띄어쓰기는 구분하지 않아요.`}
      className="text-18 tracking-wider uppercase"
      error={sending.errorOf('code')}
      onChange={({ target }) => setCode(formatGiftCode(target.value))}
    />
  );
  const returnTo = code ? `/redeem?code=${code}` : '/redeem';
  const remember = () => context.session.setPending({ message: null, returnTo });
  return (
    <form
      ref={sending.form}
      noValidate
      className="space-y-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (signedIn) check();
      }}
    >
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      {field}
      {signedIn ? (
        <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
          {sending.busy ? <Trans>확인하는 중…</Trans> : <Trans>코드 확인하기</Trans>}
        </Button>
      ) : (
        <>
          <p className="text-quiet">
            <Trans>선물을 받을 계정으로 로그인해 주세요. 코드는 그대로 있어요.</Trans>
          </p>
          <div className="grid gap-2 min-[480px]:grid-cols-2">
            <Link to="/login" className={buttonClass('primary', 'lg')} onClick={remember}>
              <Trans>로그인</Trans>
            </Link>
            <Link to="/signup" className={buttonClass('quiet', 'lg')} onClick={remember}>
              <Trans>가입하기</Trans>
            </Link>
          </div>
        </>
      )}
    </form>
  );
}

/** Effect of a code before it is used. */
function Given({ given }: { given: GivenByGift }) {
  const { day, months } = useDays();
  const length = months(given.months);
  const last = given.last_day && day(given.last_day);
  const credit = dollars(given.credit_cents);
  return (
    <div role="status">
      <p className="text-22 font-bold text-balance">
        {given.plan_name} {length}
      </p>
      <p className="mt-2 text-quiet">
        {last && !given.begins ? (
          <Trans>
            등록하면 끝나려던 이용권이 {last}까지 이어져요. 그 뒤에는 자동으로 끝나고, 카드로는 결제되지
            않아요.
          </Trans>
        ) : last ? (
          <Trans>등록하면 오늘부터 {last}까지 볼 수 있어요. 그 뒤에는 자동으로 끝나요.</Trans>
        ) : given.whole_months ? (
          <Trans>
            이미 이 이용권을 쓰고 있어서, 등록하면 앞으로 {length} 요금을 이 선물로 내요. 세금도 들어 있어요.
          </Trans>
        ) : (
          <Trans>
            이미 이용권이 있어서, 등록하면 적립금 {credit}가 되어 다음 이용권 요금에 먼저 쓰여요. 요금에 붙는
            세금도 적립금에서 나가요.
          </Trans>
        )}
      </p>
      {given.pays_for_others && (
        <p className="mt-2 text-quiet">
          {last ? (
            <Trans>
              다른 분의 이용권도 결제하고 있어서 적립금이 그 결제에도 먼저 쓰여요. 그만큼 더 일찍 끝날 수
              있어요.
            </Trans>
          ) : (
            <Trans>다른 분의 이용권도 결제하고 있어서 적립금이 그 결제에도 먼저 쓰여요.</Trans>
          )}
        </p>
      )}
    </div>
  );
}

/** Result of a code. */
function Redeemed({ given }: { given: GivenByGift }) {
  const { day, months } = useDays();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const length = months(given.months);
  const last = given.last_day && day(given.last_day);
  const credit = dollars(given.credit_cents);
  return (
    <div className="text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-jade/15 text-jade">
        <Icon name="check" size={32} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-22 text-balance outline-none">
        <Trans>선물을 등록했어요</Trans>
      </h2>
      <p className="mt-2 text-balance text-quiet">
        {last && !given.begins ? (
          <Trans>
            {given.plan_name} {length}: {last}까지 이어서 볼 수 있어요.
          </Trans>
        ) : last ? (
          <Trans>
            {given.plan_name} {length}: 오늘부터 {last}까지 볼 수 있어요.
          </Trans>
        ) : given.whole_months ? (
          <Trans>앞으로 {length} 요금을 이 선물로 내요.</Trans>
        ) : (
          <Trans>적립금 {credit}가 생겼어요. 다음 이용권 요금에 먼저 쓰여요.</Trans>
        )}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Link to="/" className={buttonClass('primary')}>
          <Trans>보러 가기</Trans>
        </Link>
        <Link to="/account/$" params={{ _splat: 'membership' }} className={buttonClass('quiet')}>
          <Trans>내 이용권</Trans>
        </Link>
      </div>
    </div>
  );
}
