import { Alert, Box, Button, Card, Stack, Tab, Tabs, Typography } from '@mui/material';
import { Fragment, type ReactNode, useId, useState } from 'react';
import {
  ListButton,
  Show,
  TopToolbar,
  useGetList,
  useNotify,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import { Link } from 'react-router';
import { hiddenValue } from '../../../contract/admin/hidden-value.ts';
import { providerLabels } from '../../../contract/providers.ts';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { Tag } from '../../kit/chips.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { EventLog } from '../../kit/event-log.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Guarded } from '../../kit/guarded.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { LoginList } from '../../kit/login-list.tsx';
import { PersonalData } from '../../kit/personal-data.tsx';
import { showRating } from '../../kit/rating.ts';
import { ReferenceName } from '../../kit/reference-name.tsx';
import type { RecordOf } from '../../names.ts';
import { inquiryStates } from '../inquiries/states.ts';
import { paymentPlatforms } from '../payments/values.ts';
import { Billing } from './billing.tsx';
import { WatchHistory } from './history.tsx';
import { genders } from './values.ts';

type Customer = RecordOf<'customers'>;
type Action = 'sign-out' | 'reset-password' | 'verify-email' | 'suspend' | 'unsuspend';

/** One customer: who it is, what there is of the household, and what staff may do. */
export function CustomerShow() {
  return (
    <Guarded action="show">
      <Show<Customer>
        actions={
          <TopToolbar>
            <ListButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 900 }}
      >
        <Whole />
      </Show>
    </Guarded>
  );
}

function Whole() {
  const customer = useRecordContext<Customer>();
  const text = useText();
  const locale = useOfficeLocale();
  const [tab, setTab] = useState(0);
  const panel = useId();
  const mayChange = useMay('update', 'customers');
  const hidesPersonal = useHidesGroup('personal');
  const mayReadInquiries = useMay('read', 'inquiries');
  const mayReadBilling = useMay('read', 'payments');
  const mayReadEvents = useMay('read', 'events');
  // After the list, the first data are the list's cached row, which has no household.
  if (!customer || !('profiles' in customer)) return null;
  const tabs: [TextKey, ReactNode][] = [
    ['customer.household', <Household key="household" customer={customer} />],
    ['customer.devices', <Devices key="devices" customer={customer} />],
    ['logins.title', <Logins key="logins" customer={customer} />],
    ...(mayReadBilling
      ? ([['billing.title', <Billing key="billing" customerId={customer.id} />]] as [TextKey, ReactNode][])
      : []),
    ['customer.history', <WatchHistory key="history" customerId={customer.id} />],
    ...(mayReadInquiries
      ? ([['customer.inquiries', <Inquiries key="inquiries" householdId={customer.household_id} />]] as [
          TextKey,
          ReactNode,
        ][])
      : []),
    ...(mayReadEvents
      ? ([['tab.log', <EventLog key="log" entity="customers" id={customer.id} />]] as [TextKey, ReactNode][])
      : []),
  ];
  const shown = Math.min(tab, tabs.length - 1);
  return (
    <Stack sx={{ rowGap: 2 }}>
      <Card sx={{ p: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', columnGap: 2 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {customer.username}
          </Typography>
          <Tag
            label={text(customer.suspended_at ? 'customer.suspended' : 'customer.active')}
            tone={customer.suspended_at ? 'rose' : 'jade'}
          />
        </Stack>
        <Facts
          facts={[
            [text('customer.email'), customer.email],
            [text('customer.phone'), hidesPersonal ? null : customer.phone || text('log.none')],
            [
              text('customer.email_verified'),
              customer.email_verified_at
                ? showInstant(customer.email_verified_at, locale)
                : text('customer.not_verified'),
            ],
            [text('customer.birth_date'), hidesPersonal ? null : (customer.birth_date ?? text('log.none'))],
            [
              text('customer.gender'),
              hidesPersonal
                ? null
                : customer.gender === null
                  ? text('log.none')
                  : customer.gender === hiddenValue
                    ? hiddenValue
                    : text(genders[customer.gender].text),
            ],
            [text('customer.joined'), showInstant(customer.created_at, locale)],
            [
              text('customer.last_login'),
              customer.last_login_at ? showInstant(customer.last_login_at, locale) : text('log.none'),
            ],
            [
              text('customer.plan'),
              customer.plan_until ? (
                <Fragment key="plan">
                  {customer.plan_id && (
                    <>
                      <ReferenceName resource="plans" id={customer.plan_id} />
                      {' · '}
                    </>
                  )}
                  {text('customer.until', { at: showInstant(customer.plan_until, locale) })}
                </Fragment>
              ) : (
                text('log.none')
              ),
            ],
            [
              text('customer.platform'),
              customer.platform ? text(paymentPlatforms[customer.platform].text) : text('log.none'),
            ],
            [
              text('customer.watched'),
              text('customer.hours', {
                hours: (customer.watched.seconds / 3600).toFixed(1),
                viewings: customer.watched.viewings,
              }),
            ],
          ]}
        />
        {customer.deletion_requested_at && (
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {text('customer.leaving', { at: showInstant(customer.deletion_requested_at, locale) })}
          </Alert>
        )}
        <PersonalData id={customer.id} />
        {mayChange && <Actions customer={customer} />}
      </Card>
      <Card>
        <Tabs
          value={shown}
          onChange={(_, value: number) => setTab(value)}
          variant="scrollable"
          aria-label={customer.username}
        >
          {tabs.map(([name], index) => (
            <Tab key={name} label={text(name)} id={`${panel}-${index}`} aria-controls={panel} />
          ))}
        </Tabs>
        <Box role="tabpanel" id={panel} aria-labelledby={`${panel}-${shown}`} sx={{ p: 2 }}>
          {tabs[shown]?.[1]}
        </Box>
      </Card>
    </Stack>
  );
}

const questions: Record<Action, { button: TextKey; question: TextKey; done: TextKey }> = {
  'sign-out': {
    button: 'customer.sign_out',
    question: 'customer.sign_out_question',
    done: 'customer.signed_out',
  },
  'reset-password': {
    button: 'customer.reset',
    question: 'customer.reset_question',
    done: 'customer.reset_sent',
  },
  'verify-email': {
    button: 'customer.verify',
    question: 'customer.verify_question',
    done: 'customer.verified',
  },
  suspend: {
    button: 'customer.suspend',
    question: 'customer.suspend_question',
    done: 'customer.is_suspended',
  },
  unsuspend: {
    button: 'customer.unsuspend',
    question: 'customer.unsuspend_question',
    done: 'customer.is_unsuspended',
  },
};

/** What staff may do: each asks first. */
function Actions({ customer }: { customer: Customer }) {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async (action: Action) => {
    await api(`POST /api/admin/customers/{id}/${action}`, { params: { id: customer.id } });
    notify(text(questions[action].done), { type: 'info' });
    refresh();
  };
  const actions: Action[] = [
    'reset-password',
    ...(customer.email_verified_at ? [] : (['verify-email'] as const)),
    'sign-out',
    customer.suspended_at ? 'unsuspend' : 'suspend',
  ];
  return (
    <Stack direction="row" sx={{ mt: 1.5, columnGap: 1, rowGap: 1, flexWrap: 'wrap' }}>
      {actions.map((action) => (
        <AskedButton
          key={action}
          variant="outlined"
          color={action === 'suspend' ? 'error' : 'primary'}
          question={text(questions[action].question, { name: customer.username })}
          onConfirm={() => run(action)}
        >
          {text(questions[action].button)}
        </AskedButton>
      ))}
    </Stack>
  );
}

function Household({ customer }: { customer: Customer }) {
  const text = useText();
  const locale = useOfficeLocale();
  if (customer.profiles.length === 0)
    return <Typography color="text.secondary">{text('customer.no_profiles')}</Typography>;
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1 }}>
      {customer.profiles.map((profile) => (
        <Stack component="li" key={profile.id} direction="row" sx={{ columnGap: 1, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {profile.name ?? text('customer.profile')}
          </Typography>
          <Tag label={showRating(profile.maturity, locale)} />
          {profile.is_kid && <Tag label={text('customer.kids')} tone="sky" />}
          {profile.has_pin && <Tag label="PIN" tone="gold" />}
        </Stack>
      ))}
    </Stack>
  );
}

function Devices({ customer }: { customer: Customer }) {
  const text = useText();
  const locale = useOfficeLocale();
  if (customer.sessions.length === 0)
    return <Typography color="text.secondary">{text('customer.no_devices')}</Typography>;
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1 }}>
      {customer.sessions.map((session) => (
        <Stack
          component="li"
          key={session.id}
          direction="row"
          sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {session.device}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {text('customer.seen', { at: showInstant(session.last_seen_at, locale) })}
          </Typography>
          <Tag
            label={text(session.ended_at ? 'customer.ended' : 'customer.signed_in')}
            {...(session.ended_at ? {} : { tone: 'jade' as const })}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function Logins({ customer }: { customer: Customer }) {
  const text = useText();
  const locale = useOfficeLocale();
  const wayOf = ({ method }: Customer['logins'][number]) =>
    method === 'password' || method === 'passkey' || method === 'tv'
      ? text(`customer.method_${method}`)
      : providerLabels[method][locale];
  return (
    <LoginList
      logins={customer.logins.map((each) => ({
        ...each,
        outcome: each.succeeded ? 'logins.signed_in' : 'logins.failed',
        details: [wayOf(each), each.device, each.country],
      }))}
    />
  );
}

function Inquiries({ householdId }: { householdId: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { data = [], isPending } = useGetList<RecordOf<'inquiries'>>('inquiries', {
    filter: { household_id: householdId },
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page: 1, perPage: 50 },
  });
  if (isPending) return null;
  if (data.length === 0)
    return <Typography color="text.secondary">{text('customer.no_inquiries')}</Typography>;
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1 }}>
      {data.map((row) => (
        <Stack
          component="li"
          key={row.id}
          direction="row"
          sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Button component={Link} to={`/inquiries/${row.id}/show`} size="small">
            {row.title}
          </Button>
          <ChoiceCell {...inquiryStates[row.status]} />
          <Typography variant="body2" color="text.secondary">
            {showInstant(row.created_at, locale)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
