import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { Tag } from '../../kit/chips.tsx';
import { showDuration } from '../../kit/format.ts';

/** What the profiles of a customer's household have watched, the newest first, part by part. */
export function WatchHistory({ customerId }: { customerId: string }) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const { data, error, hasNextPage, isFetchingNextPage, isPending, fetchNextPage } = useInfiniteQuery({
    queryKey: ['customers', 'history', customerId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/customers/{id}/history', {
        params: { id: customerId },
        query: { page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
  if (isPending) return null;
  // A new viewing between two requests moves the last viewing of a page to the next page, so it is in both responses.
  const viewings = [
    ...new Map(data?.pages.flatMap((page) => page.data).map((viewing) => [viewing.id, viewing])).values(),
  ];
  if (data && viewings.length === 0)
    return <Typography color="text.secondary">{text('customer.no_history')}</Typography>;
  return (
    <Stack sx={{ rowGap: 1.5, alignItems: 'start' }}>
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1.5 }}>
        {viewings.map((viewing) => (
          <Box component="li" key={viewing.id}>
            <Stack direction="row" sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                <strong>{viewing.title || text('customer.title_gone')}</strong> {viewing.subtitle}
              </Typography>
              {viewing.profile_name && <Tag label={viewing.profile_name} />}
            </Stack>
            <Typography variant="body2" color="text.secondary">
              {[
                showInstant(viewing.started_at, locale),
                text('customer.watched_for', { time: showDuration(viewing.watched_seconds * 1000) }),
                text('customer.watched_to', {
                  position: showDuration(viewing.position_seconds * 1000),
                  duration: showDuration(viewing.duration_seconds * 1000),
                  percent: viewing.percentage,
                }),
              ].join(' · ')}
            </Typography>
          </Box>
        ))}
      </Stack>
      {error && (
        <Alert severity="error">
          {(error instanceof ApiError && error.message) || translate('ra.notification.http_error')}
        </Alert>
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('log.more')}
        </Button>
      )}
    </Stack>
  );
}
