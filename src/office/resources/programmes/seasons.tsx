import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  CreateBase,
  EditBase,
  Form,
  type RaRecord,
  RecordContextProvider,
  ResourceContextProvider,
  useGetList,
  useNotify,
  useTranslate,
} from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import { useMay } from '../../kit/access.ts';
import { AssetStateTag, PublicationTag } from '../../kit/chips.tsx';
import { DeleteButton, FormToolbar, useSaveFailed } from '../../kit/edit-page.tsx';
import { FormDraft, hasDraft } from '../../kit/form-draft.tsx';
import { LackTags } from '../../kit/lacks-field.tsx';
import { PlannedBanner } from '../../kit/planning/planned-banner.tsx';
import { PreviewButton } from '../../kit/preview-button.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import type { RecordOf } from '../../names.ts';
import { accent } from '../../theme.ts';
import { episodes as episodeFields } from '../episodes/index.tsx';
import { seasons as seasonFields } from '../seasons/index.tsx';

type Season = RecordOf<'seasons'>;
type Episode = RecordOf<'episodes'>;

/** The open form. Only one is open at a time, so that no half-completed form is overlooked below the fold. */
type Open =
  | { what: 'season' | 'episode'; id: string }
  | { what: 'new-season' }
  | { what: 'new-episode'; season: string };

/** The form in which something was entered before a reload; null when there is none. */
function openedBefore(programmeId: string, seasons: Season[], episodes: Episode[]): Open | null {
  if (hasDraft('seasons', undefined, programmeId)) return { what: 'new-season' };
  const parent = seasons.find(({ id }) => hasDraft('episodes', undefined, id));
  if (parent) return { what: 'new-episode', season: parent.id };
  const season = seasons.find(({ id }) => hasDraft('seasons', id));
  if (season) return { what: 'season', id: season.id };
  const episode = episodes.find(({ id }) => hasDraft('episodes', id));
  return episode ? { what: 'episode', id: episode.id } : null;
}

/** A series' seasons with their episodes; each is added, changed and deleted in its place. */
export function Seasons({ programme }: { programme: RecordOf<'programmes'> }) {
  const seasons = useGetList<Season>('seasons', {
    filter: { programme_id: programme.id },
    sort: { field: 'number', order: 'ASC' },
    pagination: { page: 1, perPage: 500 },
  });
  const episodes = useGetList<Episode>('episodes', {
    filter: { programme_id: programme.id },
    sort: { field: 'number', order: 'ASC' },
    pagination: { page: 1, perPage: 5000 },
  });
  if (seasons.isPending || episodes.isPending) return null;
  return <SeasonBlocks programme={programme} seasons={seasons.data ?? []} episodes={episodes.data ?? []} />;
}

function SeasonBlocks({
  programme,
  seasons,
  episodes,
}: {
  programme: RecordOf<'programmes'>;
  seasons: Season[];
  episodes: Episode[];
}) {
  const text = useText();
  const readOnly = useReadOnly();
  const [open, setOpen] = useState(() => (readOnly ? null : openedBefore(programme.id, seasons, episodes)));
  const mayCreate = useMay('create', 'seasons');
  const next = Math.max(0, ...seasons.map(({ number }) => number)) + 1;
  return (
    <Stack sx={{ rowGap: 2 }}>
      {seasons.length === 0 && open?.what !== 'new-season' && (
        <Typography color="text.secondary">{text('season.empty')}</Typography>
      )}
      {seasons.map((season) => (
        <SeasonBlock
          key={season.id}
          season={season}
          episodes={episodes.filter(({ season_id }) => season_id === season.id)}
          open={open}
          onOpen={setOpen}
        />
      ))}
      {open?.what === 'new-season' && (
        <Inline title={text('season.add')}>
          <NewForm
            resource="seasons"
            record={{ programme_id: programme.id, number: next }}
            within={programme.id}
            onDone={(id) => setOpen(id ? { what: 'new-episode', season: id } : null)}
          >
            <seasonFields.Form />
          </NewForm>
        </Inline>
      )}
      {mayCreate && !readOnly && open?.what !== 'new-season' && (
        <Box>
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen({ what: 'new-season' })}>
            {text('season.add')}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function SeasonBlock({
  season,
  episodes,
  open,
  onOpen,
}: {
  season: Season;
  episodes: Episode[];
  open: Open | null;
  onOpen: (open: Open | null) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const mayCreate = useMay('create', 'episodes');
  const mayUpdate = useMay('update', 'seasons');
  const name = inLocale(locale, season.name_ko, season.name_en);
  const title = text('season.title', { number: season.number });
  const isNew = open?.what === 'new-episode' && open.season === season.id;
  const next = Math.max(0, ...episodes.map(({ number }) => number)) + 1;
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ border: 1, borderColor: 'divider', borderRadius: '10px', overflow: 'hidden' }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          py: 0.5,
          minHeight: 44,
          backgroundColor: 'grey.50',
          flexWrap: 'wrap',
        }}
      >
        <Typography variant="subtitle2" component="h3">
          {title}
          {name && name !== title && ` · ${name}`}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ flex: 1 }}>
          {text('season.count', { smart_count: episodes.length })}
        </Typography>
        {!readOnly && mayCreate && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => onOpen({ what: 'new-episode', season: season.id })}
          >
            {text('episode.add')}
          </Button>
        )}
        {!readOnly && mayUpdate && (
          <EditButton
            label={`${text('season.edit')}: ${title}`}
            onClick={() => onOpen({ what: 'season', id: season.id })}
          />
        )}
        {!readOnly && (
          <Delete resource="seasons" record={season} label={`${text('season.delete')}: ${title}`} />
        )}
      </Stack>
      {open?.what === 'season' && open.id === season.id && (
        <Inline title={text('season.edit')}>
          <ChangeForm resource="seasons" id={season.id} onDone={() => onOpen(null)}>
            <seasonFields.Form />
          </ChangeForm>
        </Inline>
      )}
      {episodes.length === 0 && !isNew && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 1.5, py: 1 }}>
          {text('episode.empty')}
        </Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {episodes.map((episode) => (
          <EpisodeRow
            key={episode.id}
            episode={episode}
            isOpen={open?.what === 'episode' && open.id === episode.id}
            onOpen={onOpen}
          />
        ))}
      </Box>
      {isNew && (
        <Inline title={text('episode.new')}>
          <NewForm
            resource="episodes"
            record={{ season_id: season.id, number: next }}
            within={season.id}
            onDone={() => onOpen(null)}
          >
            <episodeFields.Form />
          </NewForm>
        </Inline>
      )}
    </Box>
  );
}

function EpisodeRow({
  episode,
  isOpen,
  onOpen,
}: {
  episode: Episode;
  isOpen: boolean;
  onOpen: (open: Open | null) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const mayUpdate = useMay('update', 'episodes');
  const title = inLocale(locale, episode.title_ko, episode.title_en);
  const other = locale === 'ko' ? episode.title_en : episode.title_ko;
  const from = showInstant(episode.available_from, locale);
  const until = showInstant(episode.available_until, locale);
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', columnGap: 1.5, px: 1.5, minHeight: 44, flexWrap: 'wrap' }}
      >
        <Typography
          variant="body2"
          sx={{ minWidth: 48, flex: 'none', whiteSpace: 'nowrap', color: 'text.secondary' }}
        >
          {text('episode.number', { number: episode.number })}
        </Typography>
        <Box
          sx={{
            display: { xs: 'none', sm: 'block' },
            width: 64,
            height: 36,
            flex: 'none',
            borderRadius: '3px',
            overflow: 'hidden',
            backgroundColor: episode.landscape?.color ?? accent.grey.soft,
          }}
        >
          {episode.landscape && (
            <img src={`${episode.landscape.url}/240.webp`} alt="" width={64} height={36} loading="lazy" />
          )}
        </Box>
        <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }} title={title}>
            {title}
          </Typography>
          <Typography variant="caption" noWrap color="text.secondary" component="p" title={other}>
            {other}
          </Typography>
        </Box>
        {(from || until) && (
          <Typography variant="caption" color="text.secondary">
            {from} – {until}
          </Typography>
        )}
        <LackTags lacks={episode.lacks.filter((lack) => lack !== 'video')} />
        <AssetStateTag state={episode.asset_state} />
        <PublicationTag record={episode} />
        {!readOnly && (
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            {mayUpdate && (
              <EditButton
                label={`${text('episode.edit')}: ${title}`}
                expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : { what: 'episode', id: episode.id })}
              />
            )}
            <Delete resource="episodes" record={episode} label={`${text('action.delete')}: ${title}`} />
          </Box>
        )}
      </Stack>
      {isOpen && (
        <Inline title={text('episode.edit')}>
          <ChangeForm resource="episodes" id={episode.id} onDone={() => onOpen(null)}>
            <episodeFields.Form />
          </ChangeForm>
        </Inline>
      )}
    </Box>
  );
}

function Inline({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{ p: 1.5, borderTop: 1, borderColor: 'divider', borderLeft: `3px solid ${accent.jade.plain}` }}
    >
      <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Reads the lists again after a change of a season or an episode. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['seasons', 'episodes', 'events'].map((resource) =>
        queryClient.invalidateQueries({ queryKey: [resource] }),
      ),
    );
}

/** What saving does: says so, or why not. */
function useSaving(message: string, onSaved: (id: string) => void) {
  const notify = useNotify();
  const readAgain = useReadAgain();
  return {
    onSuccess: async ({ id }: RaRecord) => {
      notify(message, { type: 'success', messageArgs: { smart_count: 1 } });
      await readAgain();
      onSaved(String(id));
    },
    onError: useSaveFailed(),
  };
}

function NewForm({
  resource,
  record,
  within,
  onDone,
  children,
}: {
  resource: 'seasons' | 'episodes';
  record: Partial<RaRecord>;
  /** The id of the programme, or of the season, that it is added to. */
  within: string;
  onDone: (id: string | null) => void;
  children: ReactNode;
}) {
  return (
    <CreateBase
      resource={resource}
      record={record}
      redirect={false}
      mutationOptions={useSaving('ra.notification.created', onDone)}
    >
      <InlineForm within={within} onCancel={() => onDone(null)}>
        {children}
      </InlineForm>
    </CreateBase>
  );
}

function ChangeForm({
  resource,
  id,
  onDone,
  children,
}: {
  resource: 'seasons' | 'episodes';
  id: string;
  onDone: () => void;
  children: ReactNode;
}) {
  return (
    <EditBase
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      redirectOnError={false}
      loading={null}
      mutationOptions={useSaving('ra.notification.updated', onDone)}
    >
      <InlineForm onCancel={onDone}>{children}</InlineForm>
    </EditBase>
  );
}

/** The form of a record within its programme's page, with what every form of a record has. */
function InlineForm({
  within,
  onCancel,
  children,
}: {
  within?: string;
  onCancel: () => void;
  children: ReactNode;
}) {
  const translate = useTranslate();
  return (
    <Form>
      <PlannedBanner />
      <FormDraft {...(within ? { within } : {})} />
      {children}
      <FormToolbar canDelete={false}>
        <Button color="inherit" onClick={onCancel}>
          {translate('ra.action.cancel')}
        </Button>
        <PreviewButton />
      </FormToolbar>
    </Form>
  );
}

function EditButton({
  label,
  expanded,
  onClick,
}: {
  label: string;
  expanded?: boolean;
  onClick: () => void;
}) {
  const translate = useTranslate();
  return (
    <Tooltip title={translate('ra.action.edit')}>
      <IconButton size="small" aria-label={label} aria-expanded={expanded} onClick={onClick}>
        <EditIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function Delete({
  resource,
  record,
  label,
}: {
  resource: 'seasons' | 'episodes';
  record: RaRecord;
  label: string;
}) {
  const readAgain = useReadAgain();
  const mayDelete = useMay('delete', resource);
  if (!mayDelete) return null;
  return (
    <ResourceContextProvider value={resource}>
      <RecordContextProvider value={record}>
        <DeleteButton label={label} onDeleted={() => void readAgain()} />
      </RecordContextProvider>
    </ResourceContextProvider>
  );
}
