import { Box } from '@mui/material';
import { brandName } from '../../ui/brand.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { accent } from '../theme.ts';

/** The mark — a roof over a floor of three boards — and the name. */
export function Mark({ size = 22 }: { size?: number }) {
  const locale = useOfficeLocale();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontWeight: 800, fontSize: size * 0.8 }}
    >
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
        <path
          d="M3.5 13 16 5.5 28.5 13"
          fill="none"
          stroke={accent.vermilion.plain}
          strokeWidth="3.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M6.5 18.5h19M6.5 23h19M6.5 27.5h19"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      {brandName[locale]}
    </Box>
  );
}
