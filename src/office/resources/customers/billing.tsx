import { Alert, Box, MenuItem, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGetList, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { regions } from '../../../contract/addresses.ts';
import { keysOf } from '../../../contract/keys.ts';
import { showInstant } from '../../../contract/zone.ts';
import type { Answer } from '../../../ui/api-client.ts';
import { cardBrands } from '../../../ui/card-brands.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useMay } from '../../kit/access.ts';
import { AskedField, AskedForm } from '../../kit/asked-form.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { namesOfCountries } from '../../kit/countries.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { showMoney } from '../../kit/money.ts';
import { problemOf } from '../../kit/problem.ts';
import type { RowOf } from '../../names.ts';
import { boughtOn, MethodFields, PlatformField, receivedBy } from '../payments/method-fields.tsx';
import { Reason } from '../payments/reason.tsx';
import { paymentMethods, paymentStatuses } from '../payments/values.ts';

type CustomerBilling = Answer<'GET /api/admin/customers/{id}/billing'>['data'];

/** How a plan is paid that staff begin. */
const byStaff = ['check', 'cash', 'promotion', 'credit'] as const;

const keyOf = (id: string) => ['customers', 'billing', id];

/** What a customer's household pays, and what staff may do about it. */
export function Billing({ customerId }: { customerId: string }) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const mayChange = useMay('update', 'payments');
  const hidesAmounts = useHidesGroup('amounts');
  const { data, error } = useQuery({
    queryKey: keyOf(customerId),
    queryFn: async () =>
      (await api('GET /api/admin/customers/{id}/billing', { params: { id: customerId } })).data,
    retry: false,
  });
  if (error)
    return <Alert severity="error">{problemOf(error) || translate('ra.notification.http_error')}</Alert>;
  if (!data) return null;
  const { subscription, cards, payments, consents, history } = data;
  const amountOf = (charge: { cents: number; taxes_known: boolean }) =>
    hidesAmounts
      ? ''
      : `${showMoney(charge.cents)}${charge.taxes_known ? '' : ` ${text('billing.plus_tax')}`}`;
  return (
    <Stack sx={{ rowGap: 2 }}>
      <Box>
        {subscription ? (
          <>
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography sx={{ fontWeight: 600 }}>{subscription.plan_name}</Typography>
              <Typography variant="body2" color="text.secondary">
                {text(`billing.state_${subscription.state}`)}
              </Typography>
            </Stack>
            <Typography variant="body2">
              {text('billing.period')}: {subscription.period_from} – {subscription.last_day}
            </Typography>
            <Typography variant="body2">
              {subscription.next_charge
                ? `${text('billing.next')}: ${[subscription.next_charge.on, amountOf(subscription.next_charge)].filter(Boolean).join(' · ')}`
                : text('billing.ends')}
            </Typography>
            {subscription.why_different && (
              <Typography variant="body2" color="text.secondary">
                {subscription.why_different}
              </Typography>
            )}
          </>
        ) : (
          <Typography color="text.secondary">{text('billing.none')}</Typography>
        )}
        {data.paid_by && <OtherCustomer label="billing.paid_by" customer={data.paid_by} />}
        {data.pays_for.map((customer) => (
          <OtherCustomer key={customer.customer_id} label="billing.pays_for" customer={customer} />
        ))}
        {!hidesAmounts && (
          <Typography variant="body2">
            {text('billing.credit')}: {showMoney(data.credit_cents)}
          </Typography>
        )}
        {mayChange && <Actions customerId={customerId} billing={data} />}
      </Box>
      <Part title="billing.cards" none="billing.no_cards">
        {cards.map((card) => (
          <li key={card.id}>
            {cardBrands[card.brand] ?? card.brand} •••• {card.last_four} ·{' '}
            {String(card.expiry_month).padStart(2, '0')}/{card.expiry_year} {card.name && `· ${card.name}`}
          </li>
        ))}
      </Part>
      <Part title="billing.payments" none="billing.no_payments">
        {payments.map((payment) => (
          <Stack
            component="li"
            key={payment.id}
            direction="row"
            sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
          >
            <Box component={Link} to={`/payments/${payment.id}/show`} sx={{ color: 'inherit' }}>
              {payment.number}
            </Box>
            <ChoiceCell {...paymentStatuses[payment.state]} />
            <span>{showMoney(payment.total_cents)}</span>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {[
                text(paymentMethods[payment.method].text),
                showInstant(payment.issued_at, locale),
                payment.text,
              ].join(' · ')}
            </Box>
          </Stack>
        ))}
      </Part>
      <Part title="billing.consents" none="billing.no_consents">
        {consents.map((consent) => (
          <li key={consent.id}>
            {[
              showInstant(consent.at, locale),
              consent.plan_name,
              showMoney(consent.price_cents),
              ...(typeof consent.total_cents === 'number'
                ? [`${text('billing.charged_then')} ${showMoney(consent.total_cents)}`]
                : []),
              consent.language === 'ko' ? '한국어' : 'English',
            ]
              .filter(Boolean)
              .join(' · ')}
            <Box lang={consent.language} sx={{ color: 'text.secondary' }}>
              {consent.text}
            </Box>
          </li>
        ))}
      </Part>
      {history.length > 0 && (
        <Part title="billing.history" none="billing.none">
          {history.map(({ id, on, text: what }) => (
            <li key={id}>
              {on} · {what}
            </li>
          ))}
        </Part>
      )}
    </Stack>
  );
}

function OtherCustomer({
  label,
  customer,
}: {
  label: TextKey;
  customer: CustomerBilling['pays_for'][number];
}) {
  const text = useText();
  return (
    <Typography variant="body2">
      {text(label)}:{' '}
      <Box component={Link} to={`/customers/${customer.customer_id}/show`} sx={{ color: 'inherit' }}>
        {customer.username}
      </Box>{' '}
      · {customer.plan_name}
    </Typography>
  );
}

function Part({ title, none, children }: { title: TextKey; none: TextKey; children: ReactNode[] }) {
  const text = useText();
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {text(title)}
      </Typography>
      {children.length === 0 ? (
        <Typography variant="body2" color="text.secondary">
          {text(none)}
        </Typography>
      ) : (
        <Typography
          variant="body2"
          component="ul"
          sx={{ listStyle: 'none', p: 0, m: 0, '& > li': { py: 0.25, overflowWrap: 'anywhere' } }}
        >
          {children}
        </Typography>
      )}
    </Box>
  );
}

/** What staff may do with the money of a customer: each asks first. */
function Actions({
  customerId,
  billing: { subscription, needs_address },
}: {
  customerId: string;
  billing: CustomerBilling;
}) {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Staff who cannot read amounts do not move money.
  const hidesAmounts = useHidesGroup('amounts');
  // One for each time the dialog opens: pressed twice, it is given once.
  const [key, setKey] = useState('');
  const params = { id: customerId };
  const tell = (done: TextKey) => {
    notify(text(done), { type: 'info' });
    void queryClient.invalidateQueries({ queryKey: keyOf(customerId) });
  };
  const stop = async (
    name:
      | 'POST /api/admin/customers/{id}/cancel-subscription'
      | 'POST /api/admin/customers/{id}/resume-subscription',
    reason: string,
  ) => {
    await api(name, { params, body: { reason } });
    tell(name.includes('cancel') ? 'billing.cancelled' : 'billing.resumed');
  };
  return (
    <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: 'wrap' }}>
      {needs_address && <GiveAddress customerId={customerId} onDone={() => tell('billing.address_set')} />}
      {!subscription && !hidesAmounts && (
        <Begin customerId={customerId} onDone={() => tell('billing.begun')} />
      )}
      {!hidesAmounts && (
        <AskedForm
          variant="outlined"
          question={text('billing.give_question')}
          onOpen={() => setKey(crypto.randomUUID())}
          fields={
            <>
              <AskedField
                name="amount"
                label={text('billing.amount')}
                type="number"
                required
                slotProps={{ htmlInput: { min: 0.01, max: 10_000, step: 0.01 } }}
              />
              <Reason />
            </>
          }
          onSubmit={async ({ amount, reason = '' }) => {
            await api('POST /api/admin/customers/{id}/credits', {
              params,
              body: { key, amount_cents: Math.round(Number(amount) * 100), reason },
            });
            tell('billing.given');
          }}
        >
          {text('billing.give')}
        </AskedForm>
      )}
      {subscription?.renews && (
        <AskedForm
          variant="outlined"
          color="error"
          question={text('billing.cancel_question')}
          fields={<Reason />}
          onSubmit={({ reason = '' }) => stop('POST /api/admin/customers/{id}/cancel-subscription', reason)}
        >
          {text('billing.cancel')}
        </AskedForm>
      )}
      {subscription && !subscription.renews && subscription.cancelled_at !== null && (
        <AskedForm
          variant="outlined"
          question={text('billing.resume_question')}
          fields={<Reason />}
          onSubmit={({ reason = '' }) => stop('POST /api/admin/customers/{id}/resume-subscription', reason)}
        >
          {text('billing.resume')}
        </AskedForm>
      )}
    </Stack>
  );
}

const addressLines = [
  ['name', 100, true],
  ['line1', 120, true],
  ['line2', 120, false],
  ['city', 80, true],
] as const;

/** Asks for the address of a customer who has given none. */
function GiveAddress({ customerId, onDone }: { customerId: string; onDone: () => void }) {
  const text = useText();
  const locale = useOfficeLocale();
  const countries = keysOf(regions);
  const [country, setCountry] = useState<keyof typeof regions>('US');
  const field = (
    name: (typeof addressLines)[number][0] | 'postal_code' | 'phone',
    max: number,
    required: boolean,
  ) => (
    <AskedField
      key={name}
      name={name}
      label={text(`billing.address_${name}`)}
      required={required}
      slotProps={{ htmlInput: { maxLength: max } }}
    />
  );
  return (
    <AskedForm
      variant="outlined"
      question={text('billing.address_question')}
      onOpen={() => setCountry('US')}
      fields={
        <>
          <AskedField
            select
            name="country"
            label={text('billing.address_country')}
            value={country}
            onChange={({ target }) => setCountry(target.value as typeof country)}
          >
            {countries.map((code) => (
              <MenuItem key={code} value={code}>
                {namesOfCountries([code], locale)}
              </MenuItem>
            ))}
          </AskedField>
          {addressLines.map(([name, max, required]) => field(name, max, required))}
          <AskedField
            key={country}
            select
            name="region"
            label={text('billing.address_region')}
            required
            defaultValue=""
          >
            {regions[country].map((code) => (
              <MenuItem key={code} value={code}>
                {code}
              </MenuItem>
            ))}
          </AskedField>
          {field('postal_code', 12, true)}
          {field('phone', 30, false)}
        </>
      }
      onSubmit={async ({
        name = '',
        line1 = '',
        line2 = '',
        city = '',
        region = '',
        postal_code = '',
        phone = '',
      }) => {
        await api('PUT /api/admin/customers/{id}/billing-address', {
          params: { id: customerId },
          body: { country, name, line1, line2, city, region, postal_code, phone },
        });
        onDone();
      }}
    >
      {text('billing.address')}
    </AskedForm>
  );
}

/** Begins a plan that was paid to staff; the amount is asked for before it is confirmed. */
function Begin({ customerId, onDone }: { customerId: string; onDone: () => void }) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const params = { id: customerId };
  const [planId, setPlanId] = useState('');
  const { data: plans = [] } = useGetList<RowOf<'plans'>>('plans', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'position', order: 'ASC' },
  });
  const { data: quoted, error } = useQuery({
    // Not below the customer's key: once the plan has begun there is nothing to quote.
    queryKey: ['customers', 'subscription-quote', customerId, planId],
    queryFn: async () =>
      (
        await api('POST /api/admin/customers/{id}/subscription-quotes', {
          params,
          body: { plan_id: planId },
        })
      ).data,
    enabled: planId !== '',
    retry: false,
  });
  return (
    <AskedForm
      variant="outlined"
      question={text('billing.begin_question')}
      onOpen={() => setPlanId('')}
      fields={
        <>
          <AskedField
            select
            name="plan_id"
            label={text('billing.plan')}
            required
            value={planId}
            onChange={({ target }) => setPlanId(target.value)}
          >
            {plans
              .filter(
                ({ period, active, price_cents }) => period !== 'once' && active && price_cents !== null,
              )
              .map((plan) => (
                <MenuItem key={plan.id} value={plan.id}>
                  {locale === 'ko' ? plan.name_ko : plan.name_en}
                </MenuItem>
              ))}
          </AskedField>
          {quoted && (
            <Typography variant="body2">
              {text('billing.quoted', { amount: showMoney(quoted.bill.charge_cents), until: quoted.until })}
            </Typography>
          )}
          {error && (
            <Alert severity="warning">{problemOf(error) || translate('ra.notification.http_error')}</Alert>
          )}
          <MethodFields methods={byStaff} />
          <PlatformField />
        </>
      }
      onSubmit={async (entered) => {
        await api('POST /api/admin/customers/{id}/subscriptions', {
          params,
          body: {
            ...receivedBy(byStaff, entered),
            platform: boughtOn(entered),
            plan_id: planId,
            price_id: quoted?.price_id ?? '',
            charge_cents: quoted?.bill.charge_cents ?? 0,
          },
        });
        onDone();
      }}
    >
      {text('billing.begin')}
    </AskedForm>
  );
}
