import FirstPageIcon from '@mui/icons-material/FirstPage';
import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import { Box, Button, IconButton, NativeSelect, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useListContext, useResourceContext } from 'react-admin';
import { countExactly, type ListMeta } from '../../data-provider.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { showNumber } from '../format.ts';

const sizes = [25, 50, 100, 200];

/** Turns the pages of a list. Rows beyond ten thousand are only counted on request. */
export function ListPages() {
  const text = useText();
  const locale = useOfficeLocale();
  const resource = useResourceContext() ?? '';
  const { page, perPage, setPage, setPerPage, data, meta, hasNextPage, filterValues, isPending } =
    useListContext();
  const [exact, setExact] = useState<{ of: string; total: number } | null>(null);
  const known = meta as ListMeta | undefined;
  if (isPending || !known || !data || (known.total === 0 && page === 1)) return null;
  const of = JSON.stringify(filterValues);
  const counted = exact?.of === of ? exact.total : undefined;
  const number = (value: number) => showNumber(value, locale);
  const shown = number(counted ?? known.total);
  const total = known.more && counted === undefined ? text('pages.more', { total: shown }) : shown;
  const from = (page - 1) * perPage + 1;
  return (
    <Stack
      direction="row"
      component="nav"
      aria-label={text('pages.rows')}
      sx={{
        alignItems: 'center',
        justifyContent: 'flex-end',
        columnGap: 1,
        flexWrap: 'wrap',
        px: 1,
        py: 0.5,
      }}
    >
      {known.more && counted === undefined && (
        <Button
          size="small"
          onClick={async () => setExact({ of, total: await countExactly(resource, filterValues) })}
        >
          {text('pages.count')}
        </Button>
      )}
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="body2" color="text.secondary">
          {text('pages.rows')}
        </Typography>
        <NativeSelect value={perPage} onChange={(event) => setPerPage(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </NativeSelect>
      </Box>
      <Typography variant="body2" role="status">
        {text('pages.range', { from: number(from), to: number(from + data.length - 1), total })}
      </Typography>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        <IconButton
          size="small"
          aria-label={text('pages.first')}
          disabled={page === 1}
          onClick={() => setPage(1)}
        >
          <FirstPageIcon />
        </IconButton>
        <IconButton
          size="small"
          aria-label={text('pages.before')}
          disabled={page === 1}
          onClick={() => setPage(page - 1)}
        >
          <NavigateBeforeIcon />
        </IconButton>
        <IconButton
          size="small"
          aria-label={text('pages.next')}
          disabled={!hasNextPage}
          onClick={() => setPage(page + 1)}
        >
          <NavigateNextIcon />
        </IconButton>
      </Box>
    </Stack>
  );
}
