/** What a report's page reads: the address says all of it, so that a page can be sent to somebody. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DeclaredReport, ReportPeriod } from '../../contract/admin/reports.ts';
import { api } from '../api.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { useMay } from '../kit/access.ts';

const minuteMs = 60_000;

/** Every report there is; none where `enabled` says not to ask. */
export function useReports(enabled = true) {
  return useQuery({
    queryKey: ['reports'],
    enabled,
    queryFn: async () => (await api('GET /api/admin/reports')).data,
    staleTime: 10 * minuteMs,
  });
}

/** The reports that are menus of their own; none for whoever may not read them. */
export function useReportMenus(): DeclaredReport[] {
  const { data = [] } = useReports(useMay('read', 'reports'));
  return data.filter((report) => !report.is_facts);
}

/** What reports may be narrowed to, by filter, in the office's language. */
export function useReportChoices() {
  const locale = useOfficeLocale();
  return useQuery({
    queryKey: ['report-choices', locale],
    queryFn: async () => (await api('GET /api/admin/report-choices')).data,
    staleTime: 5 * minuteMs,
  });
}

/** What the address says of the period, the filters, the order and the page. */
export interface ReportState {
  period: ReportPeriod;
  /** Everything in the address, by its name on the wire. */
  values: Record<string, string>;
  /** Changes some of it; an empty value is taken out. The list begins at its first page again. */
  change(values: Record<string, string | undefined>): void;
}

const isPeriod = (text: string | null): text is ReportPeriod =>
  text !== null && ['today', 'yesterday', 'last_7_days', 'recent_30_days', 'custom'].includes(text);

export function useReportState(): ReportState {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const period = search.get('period');
    return {
      period: isPeriod(period) ? period : 'last_7_days',
      values: Object.fromEntries(search),
      change: (values) =>
        setSearch(
          (now) => {
            const next = new URLSearchParams(now);
            if (!('page' in values)) next.delete('page');
            for (const [name, value] of Object.entries(values)) {
              if (value) next.set(name, value);
              else next.delete(name);
            }
            return next;
          },
          { replace: true },
        ),
    };
  }, [search, setSearch]);
}

/** A page of a report. The one before stays until it is there, so that nothing jumps. */
export function useReport(name: string, { values, period }: ReportState, perPage: number | undefined) {
  const locale = useOfficeLocale();
  const query = { ...values, period, per_page: values.per_page ?? perPage };
  return useQuery({
    queryKey: ['report', name, locale, query],
    // The server checks what an address says: it may have been typed.
    queryFn: () => api('GET /api/admin/reports/{name}', { params: { name }, query: query as never }),
    placeholderData: (before, asked) => (asked?.queryKey[1] === name ? before : undefined),
    enabled: perPage !== undefined && (period !== 'custom' || Boolean(values.from && values.to)),
  });
}
