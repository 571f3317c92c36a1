import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvoiceSummary } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { fetchFile, saveFile } from '../../files.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { Day } from '../support/article.tsx';
import { BillTable } from './bill-table.tsx';
import { invoiceQuery, invoicesQuery } from './billing.queries.ts';
import { namedCard } from './card-name.tsx';
import { Part } from './checkout-parts.tsx';
import { useDays } from './days.ts';
import { useDone } from './membership-page.tsx';

/** The invoices of a year, and how each was paid. */
export function InvoicesPage() {
  const { t } = useLingui();
  const done = useDone();
  const query = useQuery(invoicesQuery(useApp()));
  return (
    <div className="max-w-3xl space-y-4">
      {done === 'once' && (
        <Said kind="success">
          <Trans>결제했어요. 영수증은 메일로도 보내 드려요.</Trans>
        </Said>
      )}
      <ListStates
        query={query}
        keepsData
        empty={
          query.data?.length === 0 && (
            <ListEmpty
              icon="info"
              title={<Trans>청구서가 없어요</Trans>}
              hint={<Trans>지난 1년 동안의 청구서가 여기에 모여요.</Trans>}
            />
          )
        }
      >
        {(invoices) => (
          <ul aria-label={t`청구서`} className="space-y-3">
            {invoices.map((invoice) => (
              <li key={invoice.id}>
                <Link
                  to="/account/$"
                  params={{ _splat: `invoices/${invoice.id}` }}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4 hover:border-quiet tablet:px-6"
                >
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="block font-bold [overflow-wrap:anywhere]">{invoice.text}</span>
                    <span className="block text-14 text-quiet">
                      <Day at={invoice.issued_at} />
                      {invoice.state !== 'cancel' && (
                        <>
                          {' · '}
                          <Method invoice={invoice} />
                        </>
                      )}
                      {invoice.refunded_cents > 0 && invoice.refunded_cents < invoice.total_cents && (
                        <>
                          {' · '}
                          <Trans>환불 {dollars(invoice.refunded_cents)}</Trans>
                        </>
                      )}
                    </span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="font-bold tabular-nums">{dollars(invoice.total_cents)}</span>
                    <InvoiceState invoice={invoice} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}

/** Name of an invoice's total. A void invoice was not paid. */
function totalName(state: InvoiceSummary['state']) {
  if (state === 'open') return <Trans>결제할 금액</Trans>;
  return state === 'cancel' ? <Trans>청구했던 금액</Trans> : <Trans>결제 금액</Trans>;
}

/** Whether the PDF of an invoice is a receipt. */
const isReceipt = (state: InvoiceSummary['state']): boolean => state !== 'open' && state !== 'cancel';

function InvoiceState({ invoice }: { invoice: InvoiceSummary }) {
  switch (invoice.state) {
    case 'paid':
      return (
        <Badge tone="jade">
          <Trans>결제 완료</Trans>
        </Badge>
      );
    case 'cancel':
      return (
        <Badge tone="dark">
          <Trans>취소</Trans>
        </Badge>
      );
    case 'refunded':
      return (
        <Badge tone="sky">
          <Trans>환불</Trans>
        </Badge>
      );
    case 'partly_refunded': {
      const [part, whole] = [dollars(invoice.refunded_cents), dollars(invoice.paid_cents)];
      return (
        <Badge tone="sky">
          <Trans>
            일부 환불 · {whole} 중 {part}
          </Trans>
        </Badge>
      );
    }
    case 'open':
      return (
        <Badge tone="vermilion">
          <Trans>결제 필요</Trans>
        </Badge>
      );
  }
}

/** How an invoice was paid. */
function Method({ invoice: { method, card } }: { invoice: InvoiceSummary }) {
  switch (method) {
    case 'promotion':
      return <Trans>프로모션</Trans>;
    case 'credit':
      return <Trans>적립금</Trans>;
    case 'check':
      return <Trans>수표</Trans>;
    case 'cash':
      return <Trans>현금</Trans>;
    case 'card':
      return card ? namedCard(card) : <Trans>카드</Trans>;
  }
}

/** One invoice: each line with its reason, refunds, and the way to pay an open amount. */
export function InvoicePage({ params: { id = '' } }: { params: Record<string, string> }) {
  const query = useQuery(invoiceQuery(useApp(), id));
  const { day } = useDays();
  if (query.error instanceof ApiError && [404, 422].includes(query.error.status)) {
    return (
      <ListEmpty
        icon="info"
        title={<Trans>찾을 수 없는 청구서예요</Trans>}
        hint={<Trans>주소를 다시 확인하거나 청구서 목록에서 골라 주세요.</Trans>}
      >
        <ToInvoices />
      </ListEmpty>
    );
  }
  return (
    <ListStates query={query} keepsData rows={3}>
      {(invoice) => {
        const due = day(invoice.due_on);
        const why = invoice.why_different;
        return (
          <div className="max-w-2xl space-y-4">
            {invoice.can_pay && (
              <div className="space-y-3">
                {invoice.message && <Said kind="failure">{invoice.message}</Said>}
                <Link
                  to="/account/$"
                  params={{ _splat: `checkout/${invoice.id}` }}
                  preload={false}
                  className={buttonClass('primary')}
                >
                  <Trans>결제하기</Trans>
                </Link>
              </div>
            )}
            <Part title={invoice.text} aside={<InvoiceState invoice={invoice} />}>
              <dl className="mb-5 grid gap-x-6 gap-y-1 text-14 min-[480px]:grid-cols-[auto_1fr]">
                <dt className="text-quiet">
                  <Trans>청구서 번호</Trans>
                </dt>
                <dd>{invoice.number}</dd>
                <dt className="text-quiet">
                  <Trans>청구일</Trans>
                </dt>
                <dd>
                  <Day at={invoice.issued_at} />
                </dd>
                {invoice.state === 'open' && (
                  <>
                    <dt className="text-quiet">
                      <Trans>결제 기한</Trans>
                    </dt>
                    <dd>{due}</dd>
                  </>
                )}
                {invoice.paid_at && (
                  <>
                    <dt className="text-quiet">
                      <Trans>결제일</Trans>
                    </dt>
                    <dd>
                      <Day at={invoice.paid_at} />
                    </dd>
                  </>
                )}
                {invoice.state !== 'cancel' && (
                  <>
                    <dt className="text-quiet">
                      <Trans>결제 수단</Trans>
                    </dt>
                    <dd>
                      <Method invoice={invoice} />
                    </dd>
                  </>
                )}
                <dt className="text-quiet">
                  <Trans>판매자</Trans>
                </dt>
                <dd className="[overflow-wrap:anywhere]">
                  {invoice.seller.map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </dd>
                {invoice.bill_to.length > 0 && (
                  <>
                    <dt className="text-quiet">
                      <Trans>청구지</Trans>
                    </dt>
                    <dd className="[overflow-wrap:anywhere]">
                      {invoice.bill_to.map((line) => (
                        <span key={line} className="block">
                          {line}
                        </span>
                      ))}
                    </dd>
                  </>
                )}
              </dl>
              <BillTable bill={invoice.bill} total={totalName(invoice.state)} />
              {why && <p className="mt-3 border-t border-line pt-3 text-quiet">{why}</p>}
            </Part>
            {(invoice.refunds.length > 0 || invoice.credit_returned) && (
              <Part title={<Trans>환불</Trans>}>
                <ul className="space-y-2">
                  {invoice.refunds.map(({ at, amount_cents }) => (
                    <li key={at} className="flex justify-between gap-4">
                      <Day at={at} />
                      <span className="tabular-nums">{dollars(amount_cents)}</span>
                    </li>
                  ))}
                  {invoice.credit_returned && (
                    <li className="flex justify-between gap-4">
                      <span>
                        <Day at={invoice.credit_returned.at} /> · <Trans>적립금</Trans>
                      </span>
                      <span className="tabular-nums">{dollars(invoice.credit_returned.amount_cents)}</span>
                    </li>
                  )}
                </ul>
              </Part>
            )}
            <p className="flex flex-wrap gap-2">
              <SavePdf invoice={invoice} />
              <ToInvoices />
            </p>
          </div>
        );
      }}
    </ListStates>
  );
}

/** Keeps an invoice as a file; a paid one is a receipt. */
function SavePdf({ invoice: { id, number, state } }: { invoice: InvoiceSummary }) {
  const { t } = useLingui();
  const context = useApp();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(
        await fetchFile(context, 'GET /api/account/invoices/{id}/pdf', { params: { id } }),
        `${number}.pdf`,
      );
    } catch {
      toast('error', t`내려받지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
    setBusy(false);
  };
  return (
    <Button disabled={busy} onClick={() => void save()}>
      {isReceipt(state) ? <Trans>영수증 PDF</Trans> : <Trans>청구서 PDF</Trans>}
    </Button>
  );
}

function ToInvoices() {
  return (
    <Link to="/account/$" params={{ _splat: 'invoices' }} className={buttonClass('quiet')}>
      <Trans>청구서 목록</Trans>
    </Link>
  );
}
