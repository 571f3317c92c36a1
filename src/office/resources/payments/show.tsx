import {
  Alert,
  Box,
  Card,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  TableCell,
  TableRow,
  Typography,
} from '@mui/material';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ListButton, Show, TopToolbar, useNotify, useRecordContext, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { AskedField, AskedForm } from '../../kit/asked-form.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { EventLog } from '../../kit/event-log.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Guarded } from '../../kit/guarded.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { showMoney } from '../../kit/money.ts';
import { PersonalData } from '../../kit/personal-data.tsx';
import { ReferenceName } from '../../kit/reference-name.tsx';
import { RowTable } from '../../kit/row-table.tsx';
import type { RecordOf } from '../../names.ts';
import { MethodFields, receivedBy } from './method-fields.tsx';
import { Reason } from './reason.tsx';
import {
  accounts,
  causes,
  disputeReasons,
  disputeStates,
  paymentMethods,
  paymentPlatforms,
  paymentStatuses,
} from './values.ts';

type Payment = RecordOf<'payments'>;

/** How money comes to staff. */
const received = ['check', 'cash', 'credit', 'promotion'] as const;

/** One payment: its bill, its outcome, and the actions of staff. */
export function PaymentShow() {
  return (
    <Guarded action="show">
      <Show<Payment>
        actions={
          <TopToolbar>
            <ListButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 1000 }}
      >
        <Whole />
      </Show>
    </Guarded>
  );
}

function Whole() {
  const payment = useRecordContext<Payment>();
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName('payments');
  const mayChange = useMay('update', 'payments');
  const mayReadEvents = useMay('read', 'events');
  // After the list, the first data are the list's cached row, which has no bill.
  if (!payment || !('bill' in payment)) return null;
  const at = (instant: string | null) => instant && showInstant(instant, locale);
  const place = [payment.city, payment.state, payment.zip, payment.country].filter(Boolean).join(' ');
  const facts: [string, ReactNode][] = [
    ['created_at', at(payment.created_at)],
    [
      'username',
      payment.customer_id && (
        <Box component={Link} to={`/customers/${payment.customer_id}/show`} sx={{ color: 'inherit' }}>
          {payment.username}
        </Box>
      ),
    ],
    ['name', payment.name],
    ['email', payment.email],
    ['phone', payment.phone],
    ['address', payment.city && [payment.address, place].filter(Boolean).join(', ')],
    ['plan_id', payment.plan_id && <ReferenceName resource="plans" id={payment.plan_id} />],
    ['method', text(paymentMethods[payment.method].text)],
    ['card_last_four', payment.card],
    ['card_name', payment.card_name],
    ['check_number', payment.check_number],
    ['paid_by', payment.paid_by],
    ['platform', text(paymentPlatforms[payment.platform].text)],
    ['starts_on', payment.starts_on],
    ['ends_on', payment.ends_on],
    ['next_payment_on', payment.next_payment_on],
    ['paid_at', at(payment.paid_at)],
    ['last_paid_at', at(payment.last_paid_at)],
    ['cancelled_at', at(payment.cancelled_at)],
    ['next_try_at', at(payment.next_try_at)],
    ['notes', payment.notes],
  ];
  return (
    <Stack sx={{ rowGap: 2 }}>
      <Card sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', columnGap: 2 }}>
          <Typography variant="h6" component="h2">
            {[payment.number, showMoney(payment.amount_cents)].filter(Boolean).join(' · ')}
          </Typography>
          <Stack direction="row" sx={{ columnGap: 1, alignItems: 'center' }}>
            <ChoiceCell {...paymentStatuses[payment.status]} />
            {payment.status === 'partly_refunded' &&
              text('payment.refunded_of', {
                amount: showMoney(payment.refunded_cents),
                total: showMoney(payment.amount_cents),
              })}
          </Stack>
        </Stack>
        <Box sx={{ mt: 1 }}>
          <Facts facts={facts.map(([field, value]) => [fieldName(field), value])} />
        </Box>
        {payment.failure && payment.status === 'failed' && (
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {payment.failure}
          </Alert>
        )}
        {payment.is_disputed && (
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {text('payment.is_disputed')}
          </Alert>
        )}
        {payment.void_asked && (
          <Alert severity="info" sx={{ mt: 1.5 }}>
            {text('payment.void_waits', payment.void_asked)}
          </Alert>
        )}
        <PersonalData id={payment.id} />
        {mayChange && <Actions payment={payment} />}
      </Card>
      <Bill payment={payment} />
      <Rows
        title="payment.attempts"
        rows={payment.attempts.map(({ id, at, card, outcome, code }) => ({
          id,
          cells: {
            at: showInstant(at, locale),
            card,
            outcome: text(outcome ? `payment.outcome_${outcome}` : 'payment.outcome_unknown'),
            code,
          },
        }))}
      />
      <Rows
        title="payment.refunds"
        rows={payment.refunds.map(({ id, at, amount_cents, state, reason, staff_name }) => ({
          id,
          cells: {
            at: showInstant(at, locale),
            amount: showMoney(amount_cents),
            state: text(`payment.refund_${state}`),
            reason: `${reason} (${staff_name})`,
          },
        }))}
      />
      <Rows
        title="payment.disputes"
        rows={payment.disputes.map(({ id, at, amount_cents, state, reason }) => ({
          id,
          cells: {
            at: showInstant(at, locale),
            amount: showMoney(amount_cents),
            state: text(disputeStates[state].text),
            reason: disputeReasons[reason] ? text(disputeReasons[reason]) : reason,
          },
        }))}
      />
      <Rows
        title="payment.postings"
        amounts
        rows={payment.postings.map(({ id, at, cause, account, jurisdiction, amount_cents }) => ({
          id,
          cells: {
            at: showInstant(at, locale),
            cause: causes[cause] ? text(causes[cause]) : cause,
            account: [accounts[account] ? text(accounts[account]) : account, jurisdiction]
              .filter(Boolean)
              .join(' '),
            amount: showMoney(amount_cents),
          },
        }))}
      />
      {mayReadEvents && (
        <Card sx={{ p: 2 }}>
          <EventLog entity="payments" id={payment.id} />
        </Card>
      )}
    </Stack>
  );
}

function Bill({
  payment: { bill, plan_price_cents, discount_cents, credit_cents, amount_cents, credit_returned },
}: {
  payment: Payment;
}) {
  const text = useText();
  const rows = [
    ...bill.lines.map(({ position, text: what, detail, amount_cents: cents }) => ({
      id: String(position),
      what,
      detail,
      cents,
    })),
    ...bill.taxes.map(({ name, rate, amount_cents: cents }) => ({
      id: `${name} ${rate}`,
      what: name,
      detail: rate,
      cents,
    })),
  ];
  const sums: [TextKey, number | null | undefined][] = [
    ['payment.plan_price', plan_price_cents],
    ['payment.discount', discount_cents || null],
    ['payment.taxes', bill.tax_cents],
    ['payment.total', bill.total_cents],
    ['payment.credit_used', credit_cents ? -credit_cents : null],
    ['payment.to_pay', amount_cents],
    ['payment.credit_returned', credit_returned?.amount_cents ?? null],
  ];
  return (
    <Rows
      title="payment.details"
      amounts
      rows={rows.map(({ id, what, detail, cents }) => ({
        id,
        cells: {
          what: (
            <>
              {what}
              {detail && (
                <Typography variant="body2" color="text.secondary">
                  {detail}
                </Typography>
              )}
            </>
          ),
          amount: showMoney(cents),
        },
      }))}
    >
      {sums.map(
        ([name, cents]) =>
          typeof cents === 'number' && (
            <TableRow key={name}>
              <TableCell sx={{ color: 'text.secondary' }}>{text(name)}</TableCell>
              <TableCell align="right" sx={{ fontWeight: name === 'payment.to_pay' ? 700 : 400 }}>
                {showMoney(cents)}
              </TableCell>
            </TableRow>
          ),
      )}
    </Rows>
  );
}

/** A part of the record: a card with rows, where there are any. */
function Rows({ title, rows, ...rest }: { title: TextKey } & Omit<ComponentProps<typeof RowTable>, 'title'>) {
  const text = useText();
  if (rows.length === 0) return null;
  return (
    <Card>
      <RowTable title={text(title)} rows={rows} {...rest} />
    </Card>
  );
}

/** Fields of a refund. A whole refund of the running period proposes the end of its plan. */
function RefundFields({ payment }: { payment: Payment }) {
  const text = useText();
  const { refundable_cents: refundable, pays_running_period: isCurrent, plan_runs: runs } = payment;
  const [cents, setCents] = useState(refundable);
  const [chosen, setChosen] = useState<string>();
  const proposed = isCurrent && cents >= refundable ? 'end' : 'keep';
  return (
    <>
      <AskedField
        name="amount"
        label={text('payment.refund_amount')}
        type="number"
        required
        defaultValue={(refundable / 100).toFixed(2)}
        onChange={({ target }) => setCents(Math.round(Number(target.value) * 100))}
        slotProps={{ htmlInput: { min: 0.01, max: refundable / 100, step: 0.01 } }}
      />
      <Reason />
      {runs && (
        <FormControl component="fieldset">
          <FormLabel component="legend">{text('payment.refund_plan')}</FormLabel>
          <RadioGroup name="ends_plan" value={chosen ?? proposed} onChange={(_, value) => setChosen(value)}>
            <FormControlLabel
              value="end"
              control={<Radio size="small" />}
              label={text('payment.refund_and_end')}
            />
            <FormControlLabel
              value="keep"
              control={<Radio size="small" />}
              label={text('payment.refund_only')}
            />
          </RadioGroup>
        </FormControl>
      )}
    </>
  );
}

/** Actions of staff. Each asks first and reports its result. */
function Actions({ payment }: { payment: Payment }) {
  const text = useText();
  // Staff who cannot read amounts do not move money.
  const hidesAmounts = useHidesGroup('amounts');
  const notify = useNotify();
  const refresh = useRefresh();
  const params = { id: payment.id };
  const tell = (message: string) => {
    notify(message, { type: 'info', messageArgs: { _: message } });
    refresh();
  };
  // A payment whose void is under way has no further action.
  const isOpen = (payment.status === 'open' || payment.status === 'failed') && payment.void_asked === null;
  return (
    <Stack direction="row" sx={{ mt: 1.5, gap: 1, flexWrap: 'wrap' }}>
      {payment.refundable_cents > 0 && (
        <AskedForm
          variant="outlined"
          color="error"
          question={text('payment.refund_question', { amount: showMoney(payment.refundable_cents) })}
          fields={<RefundFields payment={payment} />}
          onSubmit={async ({ amount, reason, ends_plan }) => {
            const { data } = await api('POST /api/admin/payments/{id}/refunds', {
              params,
              body: {
                amount_cents: Math.round(Number(amount) * 100),
                refundable_cents: payment.refundable_cents,
                reason: reason ?? '',
                ends_plan: ends_plan === 'end',
              },
            });
            tell(data.message);
          }}
        >
          {text('payment.refund')}
        </AskedForm>
      )}
      {payment.refundable_cents === 0 && payment.returnable_credit_cents > 0 && (
        <AskedForm
          variant="outlined"
          color="error"
          question={text('payment.return_question', { amount: showMoney(payment.returnable_credit_cents) })}
          fields={<Reason />}
          onSubmit={async ({ reason }) => {
            const { data } = await api('POST /api/admin/payments/{id}/refunds', {
              params,
              body: { amount_cents: 0, refundable_cents: 0, reason: reason ?? '' },
            });
            tell(data.message);
          }}
        >
          {text('payment.refund')}
        </AskedForm>
      )}
      {isOpen && payment.has_card && !hidesAmounts && (
        <AskedButton
          variant="outlined"
          question={text('payment.charge_question', { amount: showMoney(payment.amount_cents) })}
          onConfirm={async () =>
            tell((await api('POST /api/admin/payments/{id}/charge', { params })).data.message)
          }
        >
          {text('payment.charge')}
        </AskedButton>
      )}
      {isOpen && !hidesAmounts && (
        <AskedForm
          variant="outlined"
          question={text('payment.receive_question', { amount: showMoney(payment.amount_cents) })}
          fields={<MethodFields methods={received} />}
          onSubmit={async (entered) => {
            await api('POST /api/admin/payments/{id}/receive', {
              params,
              body: receivedBy(received, entered),
            });
            tell(text('payment.received'));
          }}
        >
          {text('payment.receive')}
        </AskedForm>
      )}
      {isOpen && (
        <AskedForm
          variant="outlined"
          color="error"
          question={text('payment.void_question')}
          fields={<Reason />}
          onSubmit={async ({ reason }) => {
            const { data } = await api('POST /api/admin/payments/{id}/void', {
              params,
              body: { reason: reason ?? '' },
            });
            tell(data.message);
          }}
        >
          {text('payment.void')}
        </AskedForm>
      )}
      <AskedForm
        fields={
          <AskedField
            name="notes"
            label={text('payment.notes')}
            multiline
            minRows={3}
            defaultValue={payment.notes}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
        }
        onSubmit={async ({ notes }) => {
          await api('PATCH /api/admin/payments/{id}', { params, body: { notes: notes ?? '' } });
          tell(text('payment.noted'));
        }}
      >
        {text('payment.notes')}
      </AskedForm>
    </Stack>
  );
}
