/** The start page of a content partner's people: their titles, what was watched of them, and their latest statement. */
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Title, useGetList } from 'react-admin';
import type { Permissions } from '../../contract/admin/permissions.ts';
import { showSeconds } from '../../contract/report-values.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { figuresOf, showNumber } from '../kit/format.ts';
import { showMoney } from '../kit/money.ts';
import type { RowOf } from '../names.ts';
import { Body, Count, Lines, Section } from './parts.tsx';

const maxShown = 5;

export function PartnerPage({ permissions }: { permissions: Permissions }) {
  const text = useText();
  const may = (module: keyof Permissions) => permissions[module]?.includes('read') ?? false;
  const sees = may('programmes') || may('reports') || may('partner-statements');
  return (
    <Box sx={{ maxWidth: 1440, mt: 1 }}>
      <Title title={text('dashboard.title')} />
      {!sees && <Typography color="text.secondary">{text('dashboard.nothing')}</Typography>}
      {may('programmes') && (
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)' },
            mb: 2,
          }}
        >
          <Count resource="programmes" filter={{}} sort="title_ko" label="dashboard.own_titles" />
          <Count
            resource="programmes"
            filter={{ published: true }}
            sort="title_ko"
            label="dashboard.published"
          />
          <Count
            resource="programmes"
            filter={{ published: false }}
            sort="title_ko"
            label="dashboard.hidden"
          />
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}>
        {may('reports') && <Views />}
        {may('partner-statements') && <LatestStatement />}
        {may('programmes') && <Titles />}
      </Box>
    </Box>
  );
}

function Figures({ figures }: { figures: [name: string, value: ReactNode][] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
      {figures.map(([name, value]) => (
        <Box key={name}>
          <Typography component="dt" variant="caption" color="text.secondary">
            {name}
          </Typography>
          <Typography component="dd" variant="h6" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** What was watched in the last 30 days, and the titles that were watched most. */
function Views() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data, error } = useQuery({
    queryKey: ['report', 'video', locale, 'start'],
    queryFn: () =>
      api('GET /api/admin/reports/{name}', {
        params: { name: 'video' },
        query: { period: 'recent_30_days', per_page: maxShown },
      }),
  });
  const sum = (name: string) => Number(data?.totals?.[name] ?? 0);
  return (
    <Section title={text('dashboard.views')} to="/reports/video?period=recent_30_days">
      <Body data={data?.data} error={error} none="dashboard.no_views">
        {(rows) => (
          <>
            <Figures
              figures={[
                [text('dashboard.views_count'), showNumber(sum('views'), locale)],
                [text('dashboard.watched'), showSeconds(sum('seconds'), locale)],
              ]}
            />
            <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
              {rows.map((row) => (
                <Box
                  component="li"
                  key={String(row.id)}
                  sx={{ display: 'flex', gap: 1, minHeight: 36, alignItems: 'center' }}
                >
                  <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
                    {row.title}
                  </Typography>
                  <Typography
                    variant="body2"
                    color="text.secondary"
                    sx={{ fontVariantNumeric: 'tabular-nums' }}
                  >
                    {showNumber(Number(row.views ?? 0), locale)}
                  </Typography>
                </Box>
              ))}
            </Box>
          </>
        )}
      </Body>
    </Section>
  );
}

function LatestStatement() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data, error } = useGetList<
    Pick<RowOf<'partner-statements'>, 'id'> & Partial<RowOf<'partner-statements'>>
  >('partner-statements', {
    sort: { field: 'month', order: 'DESC' },
    pagination: { page: 1, perPage: 1 },
  });
  const latest = data?.[0];
  return (
    <Section
      title={
        latest?.month
          ? text('dashboard.statement_of', { month: latest.month.slice(0, 7) })
          : text('dashboard.statement')
      }
      to={latest ? `/partner-statements/${latest.id}/show` : '/partner-statements'}
    >
      <Body data={data} error={error} none="dashboard.no_statement">
        {([statement]) =>
          statement && (
            <Figures
              figures={figuresOf(
                [text('dashboard.amount'), statement.amount_cents, showMoney],
                [text('dashboard.views_count'), statement.views, (value) => showNumber(value, locale)],
                [text('dashboard.minutes'), statement.minutes, (value) => showNumber(value, locale)],
              )}
            />
          )
        }
      </Body>
    </Section>
  );
}

function Titles() {
  const text = useText();
  const locale = useOfficeLocale();
  const { data, error } = useGetList<RowOf<'programmes'>>('programmes', {
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page: 1, perPage: maxShown },
  });
  return (
    <Section title={text('dashboard.newest_titles')} to="/programmes">
      <Body data={data} error={error} none="dashboard.no_titles">
        {(titles) => (
          <Lines
            lines={titles.map((title) => ({
              id: title.id,
              to: `/programmes/${title.id}/show`,
              name: locale === 'ko' ? title.title_ko : title.title_en,
              end: text(title.published ? 'chip.published' : 'chip.hidden'),
            }))}
          />
        )}
      </Body>
    </Section>
  );
}
