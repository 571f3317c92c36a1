import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { showNumber } from '../../kit/format.ts';
import { meaningOf } from './meanings.ts';

const refreshMs = 60_000;
const barsHeight = 56;

/** The failures of the last 24 hours: their counts by hour, and the most frequent codes. */
export function ErrorSummary() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data } = useQuery({
    queryKey: ['play-errors', 'summary'],
    queryFn: () => api('GET /api/admin/play-error-summary'),
    refetchInterval: refreshMs,
  });
  if (!data) return null;
  const { hours, codes } = data.data;
  const count = (value: number) => showNumber(value, locale);
  const total = hours.reduce((sum, { errors }) => sum + errors, 0);
  const most = Math.max(1, ...hours.map(({ errors }) => errors));
  const summary = text('play_error.last_day', { count: count(total) });
  return (
    <Box
      sx={{
        p: { xs: 1.5, sm: 2 },
        borderBottom: 1,
        borderColor: 'divider',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { md: '1fr 1fr' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2">
          {summary}
        </Typography>
        <Box
          role="img"
          aria-label={`${summary}: ${hours
            .filter(({ errors }) => errors > 0)
            .map(({ from, errors }) => `${showInstant(from, locale)} ${count(errors)}`)
            .join(', ')}`}
          sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height: barsHeight, mt: 1 }}
        >
          {hours.map(({ from, errors }) => (
            <Box
              key={from}
              title={`${showInstant(from, locale)}: ${count(errors)}`}
              sx={{
                flex: 1,
                height: errors === 0 ? 2 : Math.max(6, (errors / most) * barsHeight),
                bgcolor: errors === 0 ? 'divider' : 'error.main',
                borderRadius: '2px 2px 0 0',
                forcedColorAdjust: 'none',
              }}
            />
          ))}
        </Box>
      </Box>
      {codes.length > 0 && (
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 0.5 }}>
            {text('play_error.frequent')}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
            {codes.map((each) => (
              <Typography component="li" variant="body2" key={`${each.kind} ${each.code}`}>
                <Box
                  component={Link}
                  to={`/play-errors?filter=${encodeURIComponent(JSON.stringify({ q: each.code }))}`}
                  sx={{ color: 'inherit', fontWeight: 600 }}
                >
                  {each.code}
                </Box>{' '}
                {text(meaningOf(each))}{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {text('play_error.counts', {
                    errors: count(each.errors),
                    households: count(each.households),
                    titles: count(each.titles),
                  })}
                </Box>
              </Typography>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
}
