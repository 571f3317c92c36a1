import AddIcon from '@mui/icons-material/Add';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  LinkBase,
  Title,
  useCreatePath,
  useGetList,
  useGetResourceLabel,
  useResourceDefinitions,
} from 'react-admin';
import type { Permissions } from '../../contract/admin/permissions.ts';
import { showInstant } from '../../contract/zone.ts';
import { api } from '../api.ts';
import { entities, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useIdentity, useMay } from '../kit/access.ts';
import { Tag } from '../kit/chips.tsx';
import { ActionTag } from '../kit/event-log.tsx';
import { showBytes } from '../kit/format.ts';
import { useMenus } from '../layout/use-menus.ts';
import type { RecordOf } from '../names.ts';
import { ReportDifferences } from '../reports/report-differences.tsx';
import { type Asset, RetryButton, StepBars } from '../resources/assets/steps.tsx';
import { PartnerPage } from './partner-page.tsx';
import { Count, plainLink, Section } from './parts.tsx';
import { ImportProblems, Lacking, ThisWeek, WaitingInquiries } from './waiting-cards.tsx';

const column = { display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 } as const;

/** Modules whose missing texts and pictures the start page lists. */
const lackingModules = ['programmes', 'people', 'partner-video', 'popups', 'board-events', 'pages'] as const;

/** A warning while the server's disk has little free space. */
function LowDisk() {
  const text = useText();
  const { data: disk } = useQuery({
    queryKey: ['disk'],
    queryFn: async () => (await api('GET /api/admin/disk')).data,
  });
  if (!disk?.is_low) return null;
  const space = { free: showBytes(disk.free_bytes), total: showBytes(disk.total_bytes) };
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {text('dashboard.low_disk', space)}
    </Alert>
  );
}

/** The start page: a content partner's people have one of their own. */
export function Dashboard() {
  const { data: me } = useIdentity();
  if (!me) return null;
  const { permissions } = me;
  return me.content_partner_id ? (
    <PartnerPage permissions={permissions} />
  ) : (
    <StaffPage permissions={permissions} />
  );
}

/** The open work of staff. Each card is shown to those who may read its records. */
function StaffPage({ permissions }: { permissions: Permissions }) {
  const text = useText();
  const may = (module: keyof Permissions, action: 'read' | 'create' = 'read') =>
    permissions[module]?.includes(action) ?? false;
  const sees = (['assets', 'events', 'releases', 'imports', 'inquiries', ...lackingModules] as const).some(
    (module) => may(module),
  );
  return (
    <Box sx={{ maxWidth: 1440 }}>
      <Title title={text('dashboard.title')} />
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, my: 1, flexWrap: 'wrap' }}>
        {may('assets', 'create') && (
          <Button variant="outlined" startIcon={<UploadIcon />} component={LinkBase} to="/assets">
            {text('dashboard.upload')}
          </Button>
        )}
        {may('programmes', 'create') && (
          <Button variant="contained" startIcon={<AddIcon />} component={LinkBase} to="/programmes/create">
            {text('dashboard.new_programme')}
          </Button>
        )}
      </Stack>
      {may('assets') && <LowDisk />}
      {may('releases') && <WaitingReleases />}
      {may('reports') && <ReportDifferences />}
      {Object.values(permissions).every((actions) => !actions?.includes('read')) && (
        <Typography color="text.secondary">{text('dashboard.nothing')}</Typography>
      )}
      {!sees && <MenuLinks />}
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
          mb: 2,
        }}
      >
        {may('programmes') && (
          <>
            <Count
              resource="programmes"
              filter={{ kind: 'series' }}
              sort="title_ko"
              label="dashboard.series"
            />
            <Count
              resource="programmes"
              filter={{ kind: 'movie' }}
              sort="title_ko"
              label="dashboard.movies"
            />
            <Count
              resource="programmes"
              filter={{ published: false }}
              sort="title_ko"
              label="dashboard.hidden"
            />
            <Count resource="episodes" filter={{}} sort="number" label="dashboard.episodes" />
          </>
        )}
        {may('people') && <Count resource="people" filter={{}} sort="name_ko" label="dashboard.people" />}
        {may('assets') && (
          <Count resource="assets" filter={{ state: 'ready' }} sort="created_at" label="dashboard.ready" />
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}>
        {(may('releases') || may('assets')) && (
          <Box sx={column}>
            {may('releases') && <ThisWeek />}
            {may('assets') && (
              <>
                <Assets state="processing" title="dashboard.processing" none="dashboard.no_processing" />
                <Assets state="failed" title="dashboard.failed" none="dashboard.no_failed" />
              </>
            )}
          </Box>
        )}
        <Box sx={column}>
          {may('inquiries') && <WaitingInquiries />}
          {may('imports') && <ImportProblems />}
          {lackingModules.some((module) => may(module)) && <Lacking />}
          {may('events') && <LatestChanges />}
        </Box>
      </Box>
    </Box>
  );
}

/** Where those can go for whom the start page has no card. */
function MenuLinks() {
  const text = useText();
  const nameOf = useGetResourceLabel();
  const locale = useOfficeLocale();
  const menus = useMenus().flatMap(({ items }) => items);
  if (menus.length === 0) return null;
  return (
    <Section title={text('dashboard.menus')}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {menus.map(({ resource, name, report }) => (
          <Button
            key={resource}
            variant="outlined"
            component={LinkBase}
            to={report ? `/reports/${report.name}` : `/${resource}`}
          >
            {name ?? report?.title[locale] ?? nameOf(resource, 2)}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}

/** Releases that were not applied at their instant, because something no longer fitted. */
function WaitingReleases() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data } = useGetList<RecordOf<'releases'>>('releases', {
    filter: { status: 'waiting' },
    sort: { field: 'applies_at', order: 'ASC' },
    pagination: { page: 1, perPage: 5 },
  });
  if (!data || data.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Typography variant="subtitle2">{text('dashboard.releases')}</Typography>
      {data.map((release) => (
        <Typography
          key={release.id}
          component={LinkBase}
          to={`/releases/${release.id}/show`}
          variant="body2"
          sx={{ display: 'block', color: 'inherit', overflowWrap: 'anywhere' }}
        >
          {release.name} · {showInstant(release.applies_at, locale)}
        </Typography>
      ))}
    </Alert>
  );
}

function Assets({ state, title, none }: { state: 'processing' | 'failed'; title: TextKey; none: TextKey }) {
  const text = useText();
  const { data, isPending } = useGetList<Asset>(
    'assets',
    {
      filter: { state },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page: 1, perPage: 8 },
    },
    // Quick while something moves; otherwise now and then, for uploads begun elsewhere.
    { refetchInterval: (query) => (state === 'processing' && query.state.data?.data.length ? 1000 : 10_000) },
  );
  return (
    <Section title={text(title)} to={`/assets?filter=${encodeURIComponent(JSON.stringify({ state }))}`}>
      {isPending ? (
        <Skeleton />
      ) : data?.length ? (
        data.map((asset) => (
          <Stack
            key={asset.id}
            direction="row"
            sx={{ alignItems: 'center', minHeight: 36, gap: 1, flexWrap: 'wrap' }}
          >
            <Typography
              component={LinkBase}
              to={`/assets/${asset.id}/show`}
              variant="body2"
              noWrap
              sx={{ flex: '1 1 140px', fontWeight: 600, ...plainLink }}
            >
              {asset.file_name}
            </Typography>
            <StepBars asset={asset} />
            <RetryButton asset={asset} />
          </Stack>
        ))
      ) : (
        <Typography variant="body2" color="text.secondary">
          {text(none)}
        </Typography>
      )}
    </Section>
  );
}

function LatestChanges() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data, isPending } = useGetList<RecordOf<'events'>>('events', {
    filter: { changed: true },
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page: 1, perPage: 12 },
  });
  return (
    <Section title={text('dashboard.changes')} to="/events">
      {isPending ? (
        <Skeleton />
      ) : data?.length ? (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {data.map((event) => (
            <Stack
              component="li"
              key={event.id}
              direction="row"
              sx={{ alignItems: 'center', minHeight: 36, columnGap: 1 }}
            >
              <ActionTag action={event.action} />
              <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
                <Box component="span" sx={{ color: 'text.secondary', mr: 1 }}>
                  {entities[event.entity]?.[locale] ?? event.entity}
                </Box>
                <ChangedItem event={event} />
              </Typography>
              {event.records > 1 && <Tag label={text('log.several', { count: event.records })} />}
              <Typography variant="caption" color="text.secondary" noWrap>
                {event.staff_name} · {showInstant(event.created_at, locale)}
              </Typography>
            </Stack>
          ))}
        </Box>
      ) : (
        <Typography variant="body2" color="text.secondary">
          {text('log.empty')}
        </Typography>
      )}
    </Section>
  );
}

/** The changed record, with a link to its page if the reader may open it. Several records, or none, link to their list. */
function ChangedItem({ event: { action, entity, entity_id: id, label } }: { event: RecordOf<'events'> }) {
  const pages = useResourceDefinitions()[entity];
  const path = useCreatePath();
  const mayRead = useMay('read', entity);
  const mayUpdate = useMay('update', entity);
  const type =
    id === null ? 'list' : pages?.hasEdit && mayUpdate ? 'edit' : pages?.hasShow ? 'show' : undefined;
  if (action === 'delete' || !pages || !mayRead || !type) return <>{label}</>;
  return (
    <Box component={LinkBase} to={path({ resource: entity, type, id: id ?? '' })} sx={plainLink}>
      {label}
    </Box>
  );
}
