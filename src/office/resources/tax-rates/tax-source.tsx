import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';

/** Says where tax rates come from. */
export function TaxSource() {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['tax-source'],
    queryFn: async () => (await api('GET /api/admin/tax-source')).data,
    retry: false,
  });
  if (!data) return null;
  return (
    <Alert severity={data.source === 'stripe' ? 'warning' : 'info'} sx={{ mx: 2, my: 1 }}>
      {text(data.source === 'stripe' ? 'tax.from_stripe' : 'tax.from_rates')}
    </Alert>
  );
}
