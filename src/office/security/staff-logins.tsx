import { Alert, Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffLogin } from '../../contract/admin/session.ts';
import { api } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { LoginList } from '../kit/login-list.tsx';

const outcomes: Record<StaffLogin['outcome'], TextKey> = {
  signed_in: 'logins.signed_in',
  wrong_password: 'logins.wrong_password',
  wrong_code: 'logins.wrong_code',
};

/** Who tried to sign in as a member of staff: the signed-in one, or another by id. */
export function StaffLogins({ id }: { id?: string }) {
  const text = useText();
  const [count, setCount] = useState(10);
  const { data, error } = useQuery({
    queryKey: ['staff-logins', id, count],
    queryFn: () => {
      const query = { per_page: count };
      return id === undefined
        ? api('GET /api/admin/me/logins', { query })
        : api('GET /api/admin/staff/{id}/logins', { params: { id }, query });
    },
    placeholderData: keepPreviousData,
  });
  if (error) return <Alert severity="error">{error.message || text('login.unreachable')}</Alert>;
  if (!data) return null;
  return (
    <>
      <LoginList
        logins={data.data.map(({ outcome, device, address, country, ...each }) => ({
          ...each,
          outcome: outcomes[outcome],
          succeeded: outcome === 'signed_in',
          details: [device, address, country],
        }))}
      />
      {data.meta.total > data.data.length && count < 100 && (
        <Button sx={{ mt: 1 }} onClick={() => setCount(count < 50 ? 50 : 100)}>
          {text('log.more')}
        </Button>
      )}
    </>
  );
}
