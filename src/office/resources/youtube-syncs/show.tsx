import { Alert, Box, Button, Card, LinearProgress, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ListButton, Show, TopToolbar, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { SyncEntry } from '../../../contract/admin/youtube-syncs.ts';
import { showInstant } from '../../../contract/zone.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { Tag } from '../../kit/chips.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { showDuration, showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { UndoButton } from '../../kit/undo.tsx';
import { useBeginSync } from './panel.tsx';
import { isOpen, problemText, type Sync, syncChanges, syncStates } from './states.ts';

const shownAtOnce = 100;

/** One sync: how far it is, what it says or has done, and what can follow. */
export function SyncShow() {
  const translate = useTranslate();
  return (
    <Guarded action="show">
      <Show<Sync>
        actions={
          <TopToolbar>
            <ListButton />
          </TopToolbar>
        }
        component={Box}
        title={translate('resources.youtube-syncs.name')}
        queryOptions={{
          refetchInterval: (query) => (query.state.data && isOpen(query.state.data) ? 1000 : false),
        }}
        sx={{ maxWidth: 1100 }}
      >
        <Outcome />
      </Show>
    </Guarded>
  );
}

function Outcome() {
  const text = useText();
  const locale = useOfficeLocale();
  const queryClient = useQueryClient();
  const sync = useRecordContext<Sync>();
  const open = sync !== undefined && isOpen(sync);
  // Lists and the quota are other than before.
  useEffect(() => {
    if (!open) void queryClient.invalidateQueries({ queryKey: ['youtube-syncs', 'status'] });
  }, [open, queryClient]);
  if (!sync) return null;
  const number = (value: number) => showNumber(value, locale);
  const entries = sync.entries ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h6" component="h2">
            {text(sync.dry_run ? 'youtube.kind_check' : 'youtube.kind_sync')}
          </Typography>
          <ChoiceCell {...syncStates[sync.state]} />
          {sync.undone && <Tag label={text('release.undone')} />}
          <Typography variant="body2" color="text.secondary">
            {sync.staff_name ?? text('youtube.by_clock')} · {showInstant(sync.created_at, locale)}
          </Typography>
        </Stack>
        <Typography variant="body2" role="status">
          {text('youtube.read', {
            playlists: number(sync.playlists_read),
            videos: number(sync.videos_read),
            units: number(sync.units),
          })}
        </Typography>
        {open && <LinearProgress aria-label={text('state.running')} />}
        {sync.state === 'failed' && (
          <Alert severity={sync.error === 'quota' ? 'warning' : 'error'}>
            {problemText(sync, text, locale)}
          </Alert>
        )}
        {sync.state === 'done' && (
          <>
            <Typography variant="subtitle2" component="p">
              {text('youtube.counts', {
                new: number(sync.new_count),
                changed: number(sync.changed_count),
                withdrawn: number(sync.withdrawn_count),
                unchanged: number(sync.unchanged_count),
              })}
            </Typography>
            {entries.length === 0 && <Alert severity="success">{text('youtube.same')}</Alert>}
          </>
        )}
        <Next sync={sync} />
      </Card>
      {entries.length > 0 && <Entries sync={sync} entries={entries} />}
    </Box>
  );
}

/** What can follow: taking a check over, undoing a sync, trying again. */
function Next({ sync }: { sync: Sync }) {
  const text = useText();
  const begin = useBeginSync();
  const mayImport = useMay('import', 'youtube-syncs');
  if (!mayImport || isOpen(sync)) return null;
  const isFound = sync.dry_run && sync.state === 'done' && (sync.entries ?? []).length > 0;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {isFound && (
        <AskedButton
          variant="contained"
          question={text('youtube.apply_question')}
          onConfirm={() => begin(false)}
        >
          {text('youtube.apply')}
        </AskedButton>
      )}
      {sync.event_id && !sync.undone && <UndoButton eventId={sync.event_id} variant="outlined" />}
      <Button size="small" onClick={() => void begin(true)}>
        {text('youtube.check_again')}
      </Button>
    </Stack>
  );
}

function Entries({ sync, entries }: { sync: Sync; entries: SyncEntry[] }) {
  const text = useText();
  const [count, setCount] = useState(shownAtOnce);
  const all = sync.new_count + sync.changed_count + sync.withdrawn_count;
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="subtitle1" component="h3" sx={{ mb: 1 }}>
        {text(sync.dry_run ? 'youtube.would' : 'youtube.did')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {entries.slice(0, count).map((entry, at) => (
          // Its name may be hidden, and its place never changes.
          <Entry key={`${entry.resource}/${entry.source_id ?? at}`} entry={entry} />
        ))}
      </Box>
      {count < entries.length && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setCount(entries.length)}>
          {text('youtube.more', { count: entries.length - count })}
        </Button>
      )}
      {all > entries.length && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {text('youtube.not_named', { count: all - entries.length })}
        </Typography>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: SyncEntry }) {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName(entry.resource);
  const said = locale === 'ko' ? entry.title_ko : entry.title_en;
  const title = said ?? entry.source_id ?? (entry.id ? `#${entry.id.slice(-8)}` : '');
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '112px minmax(0, 1fr) minmax(0, 1.2fr)' },
        columnGap: 2,
        rowGap: 0.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'start',
      }}
    >
      <Box>
        <ChoiceCell {...syncChanges[entry.change]} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {entry.id ? (
            <Box component={Link} to={`/${entry.resource}/${entry.id}`} sx={{ color: 'inherit' }}>
              {title}
            </Box>
          ) : (
            title
          )}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {text(entry.resource === 'clips' ? 'youtube.clip' : 'youtube.playlist_word')} ·{' '}
          <span lang="en">{entry.source_id}</span>
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {entry.change === 'new' && (
          <Typography variant="body2" color="text.secondary">
            {text(
              entry.fields.some(({ field, after }) => field === 'published' && after === true)
                ? 'youtube.comes_published'
                : entry.resource === 'playlists'
                  ? 'youtube.offered'
                  : 'youtube.comes_hidden',
            )}
          </Typography>
        )}
        {entry.change === 'returned' && (
          <Typography variant="body2" color="text.secondary">
            {text('youtube.returned_hint')}
          </Typography>
        )}
        {entry.change !== 'new' && entry.fields.length > 0 && (
          <Box component="dl" sx={{ m: 0 }}>
            {entry.fields.map(({ field, before, after }) => (
              <Stack key={field} direction="row" sx={{ columnGap: 1, minWidth: 0 }}>
                <Typography component="dt" variant="body2" color="text.secondary" sx={{ flex: 'none' }}>
                  {fieldName(field)}
                </Typography>
                <Typography
                  component="dd"
                  variant="body2"
                  sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}
                >
                  <FieldChange field={field} before={before} after={after} />
                </Typography>
              </Stack>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function FieldChange({ field, before, after }: SyncEntry['fields'][number]) {
  const text = useText();
  const locale = useOfficeLocale();
  if (field === 'clip_ids' && before === after) return text('youtube.reordered');
  const shown = (value: typeof before): string => {
    if (typeof value === 'boolean') return text(value ? 'chip.published' : 'chip.hidden');
    if (typeof value === 'string') return value || text('youtube.empty');
    if (value === null) return text('youtube.empty');
    return field === 'duration_ms'
      ? showDuration(value)
      : text('youtube.clips', { count: showNumber(value, locale), smart_count: value });
  };
  return (
    <>
      <del>{shown(before)}</del> → <ins style={{ textDecoration: 'none' }}>{shown(after)}</ins>
    </>
  );
}
