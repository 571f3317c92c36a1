import {
  Box,
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  TableSortLabel,
} from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReportAnswer, ReportColumn, ReportRow } from '../../contract/admin/reports.ts';
import { growth, isNumeric, showValue } from '../../contract/report-values.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { showNumber } from '../kit/format.ts';
import { nameOf } from './report-text.ts';
import { type ReportState, useReports } from './use-report.ts';

const pageSizes = [25, 50, 100, 200];
/** What was typed may be long; the whole is in the list behind it. */
const cell = { whiteSpace: 'nowrap', maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' } as const;
const sum = { fontWeight: 600, backgroundColor: 'action.hover' } as const;

/** The table of a report: totals and those of the period before, then its rows; each leads to the facts behind it. */
export function ReportTable({ answer, state }: { answer: ReportAnswer; state: ReportState }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { data, totals, before, meta } = answer;
  const { report } = meta;
  const { columns } = report;
  const by = state.values.sort ?? report.sort.by;
  const order =
    state.values.order === 'asc' ? 'asc' : state.values.order === 'desc' ? 'desc' : report.sort.order;
  const sortBy = (column: ReportColumn) => {
    const first = isNumeric(column) || column.kind === 'time' ? 'desc' : 'asc';
    const next = column.name !== by ? first : order === 'asc' ? 'desc' : 'asc';
    state.change({ sort: column.name, order: next });
  };
  return (
    <>
      {/* Scrolls sideways where it is wider than the screen, by the keyboard too. */}
      <Box
        role="region"
        aria-label={text('report.table', { report: report.title[locale] })}
        tabIndex={0}
        sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 2.5 }}
      >
        <Table size="small">
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell
                  key={column.name}
                  align={isNumeric(column) ? 'right' : 'left'}
                  sortDirection={by === column.name ? order : false}
                >
                  <TableSortLabel
                    active={by === column.name}
                    direction={by === column.name ? order : 'asc'}
                    onClick={() => sortBy(column)}
                  >
                    {column.label[locale]}
                  </TableSortLabel>
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {totals && (
              <SumRow name={text('report.total')} sums={totals} before={before?.totals} columns={columns} />
            )}
            {before && <SumRow name={text('report.before')} sums={before.totals} columns={columns} />}
            {data.map((row) => (
              <TableRow key={row.id} hover>
                {columns.map((column, index) => (
                  <TableCell key={column.name} align={isNumeric(column) ? 'right' : 'left'} sx={cell}>
                    <RowsBehind answer={answer} state={state} row={row} {...(index === 0 ? {} : { column })}>
                      {showValue(row[column.name], column.kind, locale) || (index === 0 ? '–' : '')}
                    </RowsBehind>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <TablePagination
        component="div"
        count={meta.total}
        page={meta.current_page - 1}
        rowsPerPage={meta.per_page}
        rowsPerPageOptions={[...new Set([...pageSizes, report.per_page, meta.per_page])].sort(
          (a, b) => a - b,
        )}
        onPageChange={(_event, page) => state.change({ page: String(page + 1) })}
        onRowsPerPageChange={(event) => state.change({ per_page: event.target.value })}
        labelDisplayedRows={({ from, to, count }) =>
          `${showNumber(from, locale)}–${showNumber(to, locale)} / ${
            meta.total_is_capped
              ? text('report.capped', { count: showNumber(count, locale) })
              : showNumber(count, locale)
          }`
        }
      />
    </>
  );
}

function SumRow({
  name,
  sums,
  before,
  columns,
}: {
  name: string;
  sums: ReportRow;
  before?: ReportRow | undefined;
  columns: ReportColumn[];
}) {
  const locale = useOfficeLocale();
  return (
    <TableRow sx={before ? sum : { backgroundColor: 'action.hover' }}>
      {columns.map((column, index) => {
        const grown =
          before && column.kind !== 'percent' && isNumeric(column) && sums[column.name] !== null
            ? growth(Number(sums[column.name] ?? 0), Number(before[column.name] ?? 0))
            : undefined;
        return (
          <TableCell
            key={column.name}
            {...(index === 0 ? { component: 'th', scope: 'row' } : {})}
            align={isNumeric(column) ? 'right' : 'left'}
            sx={{ ...cell, ...(before ? { fontWeight: 600 } : {}) }}
          >
            {index === 0
              ? name
              : column.name in sums
                ? `${showValue(sums[column.name], column.kind, locale)}${grown ? ` (${grown > 0 ? '+' : ''}${grown}%)` : ''}`
                : ''}
          </TableCell>
        );
      })}
    </TableRow>
  );
}

/** A row's name leads to its facts, of the same days and under the same filters; so does the figure of a column that says which. */
function RowsBehind({
  answer: { meta },
  state,
  row,
  column,
  children,
}: {
  answer: ReportAnswer;
  state: ReportState;
  row: ReportRow;
  /** Of its figure. */
  column?: ReportColumn;
  children: ReactNode;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const { filters, columns } = meta.report;
  const { data: reports = [] } = useReports();
  const facts = column ? column.facts : behindRow(meta.report);
  const list = reports.find(({ name }) => name === facts?.list);
  // Nothing is behind a figure that is zero, or that there is not.
  if (!facts || !list || (column && !row[column.name])) return children;
  // What its facts do not know is left out: who joined in a week is the same whatever was watched on.
  const kept = filters.flatMap((filter) =>
    state.values[filter] && list.filters.includes(filter) ? [[filter, state.values[filter]]] : [],
  );
  const query = new URLSearchParams([
    ['period', 'custom'],
    ['from', meta.period.from],
    ['to', meta.period.to],
    ...(kept as [string, string][]).filter(([filter]) => !(filter in facts.query)),
    ...Object.entries(facts.query).map(([filter, value]) => [filter, value.replace('{id}', String(row.id))]),
  ] as [string, string][]);
  const of = nameOf(row, columns, locale);
  const name = column
    ? `${of}, ${column.label[locale]}: ${showValue(row[column.name], column.kind, locale)}`
    : of;
  return (
    <MuiLink
      component={Link}
      to={`/reports/${facts.list}?${query}`}
      color="text.primary"
      underline="hover"
      aria-label={text('report.rows_behind', { name })}
    >
      {children}
    </MuiLink>
  );
}

const behindRow = ({ facts }: ReportAnswer['meta']['report']): ReportColumn['facts'] =>
  facts ? { list: facts.list, query: { [facts.by]: '{id}' } } : undefined;
