import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createPortal } from 'react-dom';
import type { Gift } from '../../../contract/account/gifts.ts';
import { brandName } from '../../../ui/brand.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { Day } from '../support/article.tsx';
import { giftsQuery } from './billing.queries.ts';
import { useDays } from './days.ts';
import { useDone } from './membership-page.tsx';
import { CopyButton, mailToAnybody } from './share.tsx';

/** The codes that the household has bought, and what became of each. */
export function BoughtGiftsPage() {
  const { t } = useLingui();
  const { months } = useDays();
  const query = useQuery(giftsQuery(useApp()));
  const gifts = query.data?.filter(({ state }) => state !== 'void');
  return (
    <div className="max-w-2xl space-y-4">
      <ListStates
        query={query}
        keepsData
        empty={
          gifts?.length === 0 && (
            <ListEmpty
              icon="premium"
              title={<Trans>선물한 이용권이 없어요</Trans>}
              hint={<Trans>선물하면 코드가 여기에 모여요.</Trans>}
            />
          )
        }
      >
        {() => (
          <ul aria-label={t`선물한 이용권`} className="space-y-3">
            {gifts?.map((gift) => (
              <li key={gift.id}>
                <Link
                  to="/account/$"
                  params={{ _splat: `gifts/${gift.id}` }}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4 hover:border-quiet tablet:px-6"
                >
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="block font-bold [overflow-wrap:anywhere]">
                      {gift.plan_name} {months(gift.months)}
                    </span>
                    <span className="block text-14 text-quiet">
                      <Day at={gift.bought_at} /> · {dollars(gift.amount_cents)}
                    </span>
                  </span>
                  <GiftState state={gift.state} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <p className="flex flex-wrap gap-2">
        <Link to="/gifts" className={buttonClass('primary')}>
          <Trans>선물하기</Trans>
        </Link>
        <Link to="/redeem" className={buttonClass('quiet')}>
          <Trans>선물 코드 등록하기</Trans>
        </Link>
      </p>
    </div>
  );
}

function GiftState({ state }: { state: Gift['state'] }) {
  switch (state) {
    case 'waiting':
      return (
        <Badge tone="vermilion">
          <Trans>결제 필요</Trans>
        </Badge>
      );
    case 'open':
      return (
        <Badge tone="jade">
          <Trans>쓰기 전</Trans>
        </Badge>
      );
    case 'redeemed':
      return (
        <Badge tone="sky">
          <Trans>등록됨</Trans>
        </Badge>
      );
    case 'void':
      return (
        <Badge tone="dark">
          <Trans>취소</Trans>
        </Badge>
      );
  }
}

/** One gift that was bought: its code, to be copied, printed or sent. */
export function BoughtGiftPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const done = useDone();
  const query = useQuery(giftsQuery(useApp()));
  return (
    <ListStates query={query} keepsData rows={1}>
      {(gifts) => {
        const gift = gifts.find((each) => each.id === id);
        return (
          <div className="max-w-2xl space-y-4">
            {gift && done === 'gift' && (
              <Said kind="success">
                <Trans>선물이 준비됐어요. 코드는 메일로도 보내 드려요.</Trans>
              </Said>
            )}
            {gift ? (
              <BoughtGift gift={gift} />
            ) : (
              <ListEmpty
                icon="info"
                title={<Trans>찾을 수 없는 선물이에요</Trans>}
                hint={<Trans>주소를 다시 확인하거나 목록에서 골라 주세요.</Trans>}
              />
            )}
            <Link to="/account/$" params={{ _splat: 'gifts' }} className={buttonClass('quiet')}>
              <Trans>선물 목록</Trans>
            </Link>
          </div>
        );
      }}
    </ListStates>
  );
}

function BoughtGift({ gift }: { gift: Gift }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const { months } = useDays();
  const brand = brandName[locale];
  const { code, state, plan_name: plan } = gift;
  const length = months(gift.months);
  const address = `${window.location.origin}/redeem?code=${code ?? ''}`;
  const mail = mailToAnybody(
    t`${brand} 선물이 도착했어요`,
    t`${brand} ${plan} ${length}을 선물해요.\n\n선물 코드: ${code ?? ''}\n여기에서 등록하면 바로 볼 수 있어요: ${address}`,
  );
  return (
    <>
      <section
        aria-label={t`선물 코드`}
        className="rounded-lg border border-line bg-surface p-6 text-center tablet:p-10"
      >
        <p className="text-18 font-bold">
          {plan} {length}
        </p>
        {code && (
          <p className="mt-4 text-18 font-extrabold whitespace-nowrap text-gold tabular-nums select-all min-[400px]:text-22 min-[480px]:text-28 min-[480px]:tracking-wider">
            {code}
          </p>
        )}
        <div className="mt-4 flex justify-center">
          <GiftState state={state} />
        </div>
        {state === 'redeemed' && gift.redeemed_at && (
          <p className="mt-3 text-quiet">
            <Trans>
              <Day at={gift.redeemed_at} />에 등록됐어요.
            </Trans>
          </p>
        )}
        {state === 'open' && code && (
          <>
            <p className="mt-4 text-balance text-quiet">
              <Trans>코드는 한 번만 쓸 수 있어요. 받는 분에게만 알려 주세요.</Trans>
            </p>
            <div className="mt-6 flex flex-wrap justify-center gap-2">
              <CopyButton text={code} look="primary" />
              <Button onClick={() => window.print()}>
                <Trans>인쇄하기</Trans>
              </Button>
              <a href={mail} className={buttonClass('quiet')}>
                <Trans>메일로 보내기</Trans>
              </a>
            </div>
          </>
        )}
        {state === 'waiting' && gift.invoice_id && (
          <>
            <p className="mt-4 text-quiet">
              <Trans>결제가 끝나면 코드가 보여요.</Trans>
            </p>
            <Link
              to="/account/$"
              params={{ _splat: `checkout/${gift.invoice_id}` }}
              preload={false}
              className={buttonClass('primary', 'md', 'mt-6')}
            >
              <Trans>결제하기</Trans>
            </Link>
          </>
        )}
      </section>
      {code &&
        createPortal(
          <div className="print-sheet" aria-hidden>
            <p className="text-22 font-bold">{brand}</p>
            <p className="text-36 font-extrabold">
              <Trans>
                {plan} {length} 선물
              </Trans>
            </p>
            <p className="rounded-lg border-2 border-current px-8 py-6 text-28 font-extrabold tracking-wider whitespace-nowrap">
              {code}
            </p>
            <p className="text-18">
              <Trans>아래 주소에서 코드를 등록하면 바로 볼 수 있어요.</Trans>
            </p>
            <p className="text-18 font-bold">{`${window.location.host}/redeem`}</p>
          </div>,
          document.body,
        )}
    </>
  );
}
