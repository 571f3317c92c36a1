import Icon from '@mui/icons-material/LoginOutlined';
import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import type { Choice } from '../../kit/chips.tsx';
import { Facts } from '../../kit/facts.tsx';
import { choice, filteredBy, instant, line } from '../../kit/fields.tsx';
import { ChoiceFilter, TextFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';

type Login = RowOf<'logins'>;

const kinds: Record<Login['kind'], Choice> = {
  customer: { text: 'logins.customer' },
  staff: { text: 'logins.staff', tone: 'sky' },
};
const outcomes: Record<Login['outcome'], Choice> = {
  signed_in: { text: 'logins.signed_in', tone: 'jade' },
  wrong_password: { text: 'logins.wrong_password', tone: 'rose' },
  wrong_code: { text: 'logins.wrong_code', tone: 'rose' },
  failed: { text: 'logins.failed', tone: 'rose' },
};

/** Every try to sign in, of staff and customers, the newest first; a row opens to show the rest. */
export const logins = declareResource('logins', {
  menu: { group: 'operation', place: 80 },
  icon: Icon,
  fields: [
    instant('created_at', { label: { ko: '일시', en: 'Time' }, list: true }),
    choice('kind', kinds, { list: { from: 'sm' }, filter: true }),
    line('name', { names: true, label: { ko: '아이디', en: 'Username' }, list: { sort: false } }),
    choice('outcome', outcomes, { list: true }),
    filteredBy(
      <ChoiceFilter
        source="succeeded"
        choices={[
          { id: 'true', text: 'logins.signed_in' },
          { id: 'false', text: 'logins.failed' },
        ]}
      />,
    ),
    line('address', { list: { sort: false, from: 'sm' }, asked: false }),
    filteredBy(<TextFilter source="address" />),
    line('country', { list: { sort: false, from: 'md' } }),
    line('device', { list: { sort: false, from: 'md' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: {
    canDelete: false,
    isPersonal: true,
    emptyHint: 'logins.empty',
    expand: <Expanded />,
  },
});

function Expanded() {
  const text = useText();
  const fieldName = useFieldName('logins');
  const login = useRecordContext<Login>();
  if (!login) return null;
  return (
    <Box sx={{ py: 1 }}>
      <Facts
        facts={(['name', 'method', 'device', 'address', 'country'] as const).map((field) => [
          fieldName(field),
          login[field] || (field === 'name' ? text('logins.unknown') : '—'),
        ])}
      />
    </Box>
  );
}
