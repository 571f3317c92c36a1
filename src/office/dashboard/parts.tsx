/** What the cards of the start pages are made of. */
import { Alert, Box, Button, Card, CardActionArea, Skeleton, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { LinkBase, useGetList } from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { showNumber } from '../kit/format.ts';
import { useHiddenFields } from '../kit/hidden-fields.ts';
import { listAddress } from '../kit/list-address.ts';

/** Links in cards look like text until they are pointed at. */
export const plainLink = {
  color: 'text.primary',
  minWidth: 0,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
} as const;

interface CountProps {
  resource: string;
  filter: Record<string, unknown>;
  sort: string;
  label: TextKey;
}

/**
 * How many records a list finds, leading there. Lists count to a bound: beyond it there are more. Nothing for whom a field is hidden
 * that the list is filtered by.
 */
export function Count(props: CountProps) {
  const hidden = useHiddenFields(props.resource);
  return Object.keys(props.filter).some((field) => hidden.includes(field)) ? null : <Counted {...props} />;
}

function Counted({ resource, filter, sort, label }: CountProps) {
  const text = useText();
  const locale = useOfficeLocale();
  const { total, meta, isPending } = useGetList(resource, {
    filter,
    sort: { field: sort, order: 'ASC' },
    pagination: { page: 1, perPage: 1 },
  });
  return (
    <Card>
      <CardActionArea component={LinkBase} to={listAddress(resource, filter)} sx={{ p: 1.5 }}>
        <Typography variant="caption" color="text.secondary">
          {text(label)}
        </Typography>
        <Typography variant="h5" component="p">
          {isPending ? <Skeleton width={40} /> : `${showNumber(total ?? 0, locale)}${meta?.more ? '+' : ''}`}
        </Typography>
      </CardActionArea>
    </Card>
  );
}

/** A card with a heading and the way to all that it has some of, if there is one. */
export function Section({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  const text = useText();
  return (
    <Card component="section" aria-label={title} sx={{ p: 2, alignSelf: 'start', minWidth: 0 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', mb: 1, gap: 1 }}>
        <Typography variant="subtitle1" component="h2" sx={{ minWidth: 0 }}>
          {title}
        </Typography>
        {to && (
          <Button
            size="small"
            component={LinkBase}
            to={to}
            aria-label={`${title}: ${text('dashboard.all')}`}
            sx={{ flex: 'none' }}
          >
            {text('dashboard.all')}
          </Button>
        )}
      </Stack>
      {children}
    </Card>
  );
}

/** What a card has: a skeleton while it is asked for, why it could not be, or that there is nothing. */
export function Body<T>({
  data,
  error,
  none,
  children,
}: {
  data: T[] | undefined;
  error?: Error | null;
  none: TextKey;
  children: (data: T[]) => ReactNode;
}) {
  const text = useText();
  if (error && !data) return <Alert severity="error">{error.message || text('login.unreachable')}</Alert>;
  if (!data) return <Skeleton />;
  if (data.length > 0) return children(data);
  return (
    <Typography variant="body2" color="text.secondary">
      {text(none)}
    </Typography>
  );
}

/** Records one under another: each a link, and what is to be known of it at the end of its line. */
export function Lines({ lines }: { lines: { id: string; to: string; name: string; end: ReactNode }[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {lines.map(({ id, to, name, end }) => (
        <Stack
          component="li"
          key={id}
          direction="row"
          sx={{ alignItems: 'center', minHeight: 36, columnGap: 1, minWidth: 0 }}
        >
          <Typography
            component={LinkBase}
            to={to}
            variant="body2"
            noWrap
            sx={{ flex: 1, fontWeight: 600, ...plainLink }}
          >
            {name}
          </Typography>
          <Typography
            variant="caption"
            color="text.secondary"
            noWrap
            component="div"
            sx={{ flex: 'none', maxWidth: '60%', fontVariantNumeric: 'tabular-nums' }}
          >
            {end}
          </Typography>
        </Stack>
      ))}
    </Box>
  );
}
