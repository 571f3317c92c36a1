import InboxIcon from '@mui/icons-material/InboxOutlined';
import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useParams } from 'react-router';
import type { DeclaredReport, ReportAnswer } from '../../contract/admin/reports.ts';
import { showRange } from '../../contract/report-values.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { Guarded } from '../kit/guarded.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { NotFound } from '../layout/not-found.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportTable } from './report-table.tsx';
import { sayReport } from './report-text.ts';
import { isDrawnByDay, SeriesTable } from './series-table.tsx';
import { type ReportState, useReport, useReportState, useReports } from './use-report.ts';

const ReportChart = lazyPart<'ReportChart', { answer: ReportAnswer; said: string }>(
  () => import('./report-chart.tsx'),
  'ReportChart',
  <Skeleton variant="rounded" sx={{ height: '100%' }} />,
);

/** Room for the chart while it is loaded, so that the table does not jump. */
const chartHeight = { xs: 220, md: 300 };

/** The page of any report: its subject, a sentence, a chart and its table. */
export function ReportPage() {
  const { name = '' } = useParams();
  return (
    <Guarded action="list" resource="reports">
      <Report key={name} name={name} />
    </Guarded>
  );
}

function Report({ name }: { name: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const state = useReportState();
  const reports = useReports();
  const report = reports.data?.find((each) => each.name === name);
  const { data, error, isFetching, refetch } = useReport(name, state, report?.per_page);
  // Of another's address, or of what this member of staff may not read.
  if (reports.data && !report) return <NotFound />;
  const failed = error ?? reports.error;
  return (
    <Box sx={{ maxWidth: 1440, minWidth: 0 }}>
      <Title title={report?.title[locale] ?? text('menu.reports')} />
      {report && (
        <>
          <Typography color="text.secondary" sx={{ mt: 1 }}>
            {report.about[locale]}
          </Typography>
          <ReportControls
            report={report}
            state={state}
            shown={data?.meta.period}
            problems={failed ? problemsOf(failed) : {}}
          />
          <ReportActions report={report} state={state} isEmpty={!data?.data.length} />
        </>
      )}
      {failed ? (
        <Alert
          severity="error"
          sx={{ my: 2 }}
          action={
            report && 'to' in problemsOf(failed) ? (
              <Shorten report={report} state={state} />
            ) : (
              <Button onClick={() => void (report ? refetch() : reports.refetch())}>
                {text('report.retry')}
              </Button>
            )
          }
        >
          {problemOf(failed, text) || text('login.unreachable')}
        </Alert>
      ) : data ? (
        <Stack sx={{ gap: 1.5, opacity: isFetching ? 0.6 : 1 }} aria-busy={isFetching}>
          <Typography variant="caption" color="text.secondary">
            {data.before
              ? text('report.compared', {
                  period: showRange(data.meta.period, locale),
                  before: showRange(data.meta.before, locale),
                })
              : showRange(data.meta.period, locale)}
          </Typography>
          {data.data.length === 0 ? (
            <Nothing filters={report?.filters ?? []} state={state} />
          ) : (
            <>
              <Figures answer={data} isOfPlan={state.values.plan_id !== undefined} />
              <ReportTable answer={data} state={state} />
            </>
          )}
        </Stack>
      ) : (
        <Stack sx={{ gap: 1.5, mt: 2 }}>
          <Skeleton variant="rounded" sx={{ height: chartHeight }} />
          <Skeleton variant="rounded" height={320} />
        </Stack>
      )}
    </Box>
  );
}

/** The next step where a period has too many days for its filters or its order. */
function Shorten({ report, state }: { report: DeclaredReport; state: ReportState }) {
  const text = useText();
  const given = report.filters.filter((filter) => state.values[filter]);
  if (report.is_facts)
    return (
      <Button onClick={() => state.change({ sort: undefined, order: undefined })}>
        {text('report.by_time')}
      </Button>
    );
  if (given.length === 0) return null;
  return (
    <Button onClick={() => state.change(Object.fromEntries(given.map((filter) => [filter, undefined])))}>
      {text('report.clear')}
    </Button>
  );
}

const problemsOf = ({ errors }: Error & { errors?: Record<string, string[]> }): Record<string, string[]> =>
  errors ?? {};

/** The fields' own problems say more than the answer as a whole. */
const problemOf = (error: Error, text: Text): string =>
  Object.entries(problemsOf(error))
    .map(([field, problems]) => {
      const label = field === 'from' || field === 'to' ? `${text(`report.${field}`)}: ` : '';
      return `${label}${problems.join(' ')}`;
    })
    .join(' ') || error.message;

/** A report's summary, its chart and its table. `isOfPlan`: only periods of one plan. */
export function Figures({
  answer,
  isOfPlan,
}: {
  answer: NonNullable<ReturnType<typeof useReport>['data']>;
  isOfPlan: boolean;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const said = sayReport(answer, locale, text);
  const { chart, columns } = answer.meta.report;
  // A single day of a single row has nothing to draw.
  const isDrawn = chart !== null && (answer.data.length > 1 || answer.series.length > 1);
  const lacksViewers =
    answer.totals !== null &&
    columns.some(({ name }) => name === 'viewers' || name === 'active') &&
    (answer.totals.viewers ?? answer.totals.active ?? null) === null;
  return (
    <>
      {said && <Typography>{said}</Typography>}
      {isDrawn && (
        <Box sx={{ height: chartHeight, minWidth: 0 }}>
          <ReportChart answer={answer} said={said} />
        </Box>
      )}
      {isDrawnByDay(answer) && <SeriesTable answer={answer} />}
      {lacksViewers && (
        <Typography variant="caption" color="text.secondary">
          {text(isOfPlan ? 'report.of_plan' : 'report.uncounted')}
        </Typography>
      )}
    </>
  );
}

function Nothing({ filters, state }: { filters: string[]; state: ReportState }) {
  const text = useText();
  const given = filters.filter((filter) => state.values[filter]);
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, py: 6 }}>
      <InboxIcon color="disabled" fontSize="large" />
      <Typography variant="subtitle1">{text('report.empty')}</Typography>
      <Typography color="text.secondary">{text('report.empty_hint')}</Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        {given.length > 0 && (
          <Button
            variant="outlined"
            onClick={() => state.change(Object.fromEntries(given.map((filter) => [filter, undefined])))}
          >
            {text('report.clear')}
          </Button>
        )}
        {state.period !== 'recent_30_days' && (
          <Button
            variant="outlined"
            onClick={() => state.change({ period: 'recent_30_days', from: undefined, to: undefined })}
          >
            {text('report.widen')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
