import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';

/** Says where tax rates come from, where that is not what the page is for. */
export function TaxSource({ said }: { said: 'rates' | 'stripe' }) {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['tax-source'],
    queryFn: async () => (await api('GET /api/admin/tax-source')).data,
    retry: false,
  });
  if (data?.source !== said) return null;
  return (
    <Alert severity={said === 'stripe' ? 'warning' : 'info'} sx={{ mx: 2, my: 1 }}>
      {text(said === 'stripe' ? 'tax.from_stripe' : 'tax.from_rates')}
    </Alert>
  );
}
