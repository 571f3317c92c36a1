import {
  Alert,
  Box,
  Card,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  TableSortLabel,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListButton, Show, TopToolbar, useRecordContext } from 'react-admin';
import type {
  ShownTerms,
  StatementColumn,
  StatementSum,
} from '../../../contract/admin/partner-statements.ts';
import { api } from '../../api.ts';
import { useOfficeLocale } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { ExportMenu } from '../../kit/export-button.tsx';
import { figuresOf, showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { showMoney } from '../../kit/money.ts';
import type { RecordOf } from '../../names.ts';

type Statement = RecordOf<'partner-statements'>;

/** One statement: its sums, each title, and the terms it was made by. */
export function StatementShow() {
  return (
    <Guarded action="show">
      <Show<Statement>
        actions={
          <TopToolbar>
            <ListButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 1200 }}
      >
        <Parts />
      </Show>
    </Guarded>
  );
}

function Parts() {
  const locale = useOfficeLocale();
  const statement = useRecordContext<Partial<Statement>>();
  // After the list, the first data are the list's cached row, which has no terms.
  if (!statement || !('terms' in statement)) return null;
  const say = (ko: string, en: string) => (locale === 'ko' ? ko : en);
  const count = (value: number) => showNumber(value, locale);
  const sums = figuresOf(
    [say('조회', 'Views'), statement.views, count],
    [say('시청(분)', 'Minutes'), statement.minutes, count],
    [say('수익 배분', 'Revenue share'), statement.share_cents, showMoney],
    [say('분당 금액', 'By the minute'), statement.minute_cents, showMoney],
    [say('최소 보장 보전', 'Guarantee top-up'), statement.guarantee_cents, showMoney],
    [say('합계', 'Amount'), statement.amount_cents, showMoney],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card variant="outlined" sx={{ p: 2 }}>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          {[say(statement.partner_ko ?? '', statement.partner_en ?? ''), statement.month?.slice(0, 7)]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
          {sums.map(([name, value]) => (
            <Box key={name}>
              <Typography component="dt" variant="caption" color="text.secondary">
                {name}
              </Typography>
              <Typography component="dd" sx={{ m: 0 }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
      </Card>
      {statement.id && <Titles id={statement.id} />}
      {statement.terms && <Terms terms={statement.terms} say={say} />}
    </Box>
  );
}

const perPage = 25;
type Sort = 'title' | 'views' | 'minutes' | 'amount_cents';
const sorts = new Set<string>([
  'title',
  'views',
  'free_views',
  'plan_views',
  'minutes',
  'free_minutes',
  'plan_minutes',
  'amount_cents',
]);

function Titles({ id }: { id: string }) {
  const locale = useOfficeLocale();
  const mayExport = useMay('export', 'partner-statements');
  const hidesAmounts = useHidesGroup('amounts');
  const [{ page, sort, order }, setAsked] = useState<{ page: number; sort: Sort; order: 'asc' | 'desc' }>({
    page: 1,
    sort: hidesAmounts ? 'title' : 'amount_cents',
    order: 'desc',
  });
  const { data, error } = useQuery({
    queryKey: ['statement-titles', id, locale, page, sort, order],
    queryFn: () =>
      api('GET /api/admin/partner-statements/{id}/titles', {
        params: { id },
        query: { page, per_page: perPage, sort, order },
      }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  const { columns, sums, total } = data.meta;
  const exported = columns.map(({ name, kind, label }) => ({
    field: name,
    label: kind === 'money' ? `${label[locale]} (USD)` : label[locale],
    ...(kind === 'money' ? { as: 'cents' as const } : {}),
  }));
  return (
    <Card variant="outlined" sx={{ overflowX: 'auto' }}>
      {mayExport && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: 0.5, position: 'sticky', left: 0 }}>
          <ExportMenu
            resource="partner-statement-titles"
            query={{ statement_id: id, sort, order }}
            columns={exported}
          />
        </Box>
      )}
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map(({ name, kind, label }) => (
              <TableCell key={name} align={kind === 'text' ? 'left' : 'right'} sx={{ whiteSpace: 'nowrap' }}>
                {sorts.has(name) ? (
                  <TableSortLabel
                    active={sort === name}
                    direction={sort === name ? order : 'desc'}
                    onClick={() =>
                      setAsked({
                        page: 1,
                        sort: name as Sort,
                        order: sort === name && order === 'desc' ? 'asc' : 'desc',
                      })
                    }
                  >
                    {label[locale]}
                  </TableSortLabel>
                ) : (
                  label[locale]
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.data.map((row) => (
            <Line key={row.id} line={row} columns={columns} />
          ))}
          {sums.map((sum) => (
            <Line key={sum.title} line={sum} columns={columns} isSum />
          ))}
        </TableBody>
      </Table>
      {total > perPage && (
        <TablePagination
          component="div"
          count={total}
          page={page - 1}
          rowsPerPage={perPage}
          rowsPerPageOptions={[perPage]}
          onPageChange={(_, next) => setAsked({ page: next + 1, sort, order })}
        />
      )}
    </Card>
  );
}

/** A title, or a sum below the titles. */
function Line({
  line,
  columns,
  isSum = false,
}: {
  line: StatementSum;
  columns: StatementColumn[];
  isSum?: boolean;
}) {
  const locale = useOfficeLocale();
  const shown = (value: string | number | undefined, kind: StatementColumn['kind']) =>
    typeof value !== 'number' ? value : kind === 'money' ? showMoney(value) : showNumber(value, locale);
  return (
    <TableRow sx={isSum ? { backgroundColor: 'action.hover' } : {}}>
      {columns.map(({ name, kind }, at) => (
        <TableCell
          key={name}
          {...(isSum && at === 0 ? { component: 'th', scope: 'row' } : {})}
          align={kind === 'text' ? 'left' : 'right'}
          sx={isSum ? { fontWeight: 600 } : {}}
        >
          {shown(line[name as keyof StatementSum], kind)}
        </TableCell>
      ))}
    </TableRow>
  );
}

function Terms({ terms, say }: { terms: ShownTerms[]; say(ko: string, en: string): string }) {
  if (terms.length === 0)
    return (
      <Alert severity="info">{say('이달에 맺은 조건이 없어요.', 'No terms were in force this month.')}</Alert>
    );
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {say('계산에 쓴 조건', 'Terms it was made by')}
      </Typography>
      {terms.map((own) => (
        <Typography key={own.id} variant="body2" sx={{ mb: 0.5 }}>
          {[
            `${own.starts_on} – ${own.ends_on ?? ''}`,
            own.share_percent !== undefined &&
              say(`수익의 ${own.share_percent}%`, `${own.share_percent}% of revenue`),
            own.per_minute_cents !== undefined &&
              say(`분당 ${showMoney(own.per_minute_cents)}`, `${showMoney(own.per_minute_cents)} a minute`),
            own.guaranteed_cents !== undefined &&
              say(
                `최소 보장 ${showMoney(own.guaranteed_cents)}`,
                `guarantee ${showMoney(own.guaranteed_cents)}`,
              ),
            say(`${own.days}일`, `${own.days} days`),
            own.programme_ids.length === 0
              ? say('모든 프로그램', 'all programs')
              : say(`프로그램 ${own.programme_ids.length}개`, `${own.programme_ids.length} programs`),
            own.regions === null ? say('모든 국가', 'all countries') : own.regions.join(', '),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      ))}
    </Card>
  );
}
