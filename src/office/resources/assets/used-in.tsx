import { List, ListItem, ListItemButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { LinkBase, useGetList } from 'react-admin';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import { useMay } from '../../kit/access.ts';
import { PublicationTag } from '../../kit/chips.tsx';
import { ReferenceName } from '../../kit/reference-name.tsx';
import type { RecordOf } from '../../names.ts';

/** The movies and episodes that play an asset. */
export function UsedIn({ assetId }: { assetId: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const enabled = useMay('read', 'programmes');
  const wanted = {
    filter: { asset_id: assetId },
    pagination: { page: 1, perPage: 50 },
  };
  const movies = useGetList<RecordOf<'programmes'>>(
    'programmes',
    { ...wanted, sort: { field: 'title_ko', order: 'ASC' } },
    { enabled },
  );
  const episodes = useGetList<RecordOf<'episodes'>>(
    'episodes',
    { ...wanted, sort: { field: 'number', order: 'ASC' } },
    { enabled },
  );
  if (!enabled || movies.isPending || episodes.isPending) return null;
  if (!movies.data?.length && !episodes.data?.length) {
    return (
      <Typography variant="body2" color="text.secondary">
        {text('asset.not_used')}
      </Typography>
    );
  }
  return (
    <List dense disablePadding sx={{ mx: -2, maxHeight: 420, overflow: 'auto' }}>
      {movies.data?.map((movie) => (
        <Use key={movie.id} to={`/programmes/${movie.id}`} place={text('kind.movie')} record={movie}>
          {inLocale(locale, movie.title_ko, movie.title_en)}
        </Use>
      ))}
      {episodes.data?.map((episode) => (
        <Use
          key={episode.id}
          to={`/programmes/${episode.programme_id}?tab=episodes`}
          place={`${text('season.title', { number: episode.season_number })} · ${text('episode.number', {
            number: episode.number,
          })}`}
          record={episode}
        >
          <ReferenceName resource="programmes" id={episode.programme_id} />
        </Use>
      ))}
    </List>
  );
}

function Use({
  to,
  place,
  record,
  children,
}: {
  to: string;
  place: string;
  record: Parameters<typeof PublicationTag>[0]['record'];
  children: ReactNode;
}) {
  return (
    <ListItem disablePadding>
      <ListItemButton component={LinkBase} to={to} sx={{ minHeight: 36, py: 0, columnGap: 1 }}>
        <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {children}
        </Typography>
        <Typography variant="caption" color="text.secondary" noWrap>
          {place}
        </Typography>
        <PublicationTag record={record} />
      </ListItemButton>
    </ListItem>
  );
}
