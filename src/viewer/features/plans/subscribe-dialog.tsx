import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Plan } from '../../../contract/viewer/plans.ts';
import { site } from '../../../ui/brand.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { useSession } from '../../context.ts';
import { dollars } from '../../money.ts';
import { Contact, mailTo } from '../support/contact.tsx';

interface Ways {
  /** The household has the credit for it: that needs nobody. */
  creditPays: boolean;
  onByCredit: () => void;
  onClose: () => void;
}

/** How the chosen plan is subscribed to where no card is taken: by credit, or people of the service take it by phone or e-mail. */
export function SubscribeDialog({ plan, ...ways }: Ways & { plan: Plan | undefined }) {
  return (
    <Dialog
      open={plan !== undefined}
      onClose={ways.onClose}
      labelledBy="subscribe-title"
      className={dialogCard}
    >
      {plan && <HowTo plan={plan} {...ways} />}
    </Dialog>
  );
}

function HowTo({ plan, creditPays, onByCredit, onClose }: Ways & { plan: Plan }) {
  const { t } = useLingui();
  const username = useSession()?.user.username ?? '';
  const about = {
    subject: t`이용권 신청: ${plan.name}`,
    body: [
      t`신청할 것: ${plan.name} (${dollars(plan.price_cents)})`,
      t`아이디: ${username}`,
      t`연락받을 전화번호:`,
    ].join('\n'),
  };
  return (
    <>
      <p className="text-14 font-bold text-gold">
        {plan.name} · {dollars(plan.price_cents)}
      </p>
      <h2 id="subscribe-title" className="mt-1 text-22">
        <Trans>전화나 메일로 신청해 주세요</Trans>
      </h2>
      <p className="mt-3 text-quiet">
        <Trans>아이디와 고른 것을 알려 주시면 상담원이 결제를 도와드려요.</Trans>
      </p>
      <Contact {...about} />
      {creditPays && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Trans>적립금으로 바로 시작할 수도 있어요.</Trans>
          <Link
            to="/checkout/$plan/$price"
            params={{ plan: plan.id, price: plan.price_id }}
            className={buttonClass('quiet')}
            preload={false}
            onClick={onByCredit}
          >
            <Trans>적립금으로 시작하기</Trans>
          </Link>
        </p>
      )}
      <div className="mt-6 grid gap-2 min-[480px]:grid-cols-2">
        <a
          href={`tel:${site.support_phone.replace(/[^+\d]/g, '')}`}
          className={buttonClass('primary')}
          data-first-focus=""
        >
          <Trans>전화하기</Trans>
        </a>
        <a href={mailTo(about)} className={buttonClass('quiet')}>
          <Trans>메일 쓰기</Trans>
        </a>
      </div>
      <Button look="glass" className="mt-2 w-full" onClick={onClose}>
        <Trans>닫기</Trans>
      </Button>
    </>
  );
}
