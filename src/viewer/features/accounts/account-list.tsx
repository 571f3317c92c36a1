import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useApp } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { QueryStates, type QueryStatesProps } from '../../page/query-states.tsx';

/** Rows of the account area, with the states for loading, an empty list and a failed request. */
export function AccountList<T extends { id: string }>({
  list,
  label,
  empty,
  children,
}: {
  list: QueryStatesProps<T[]>['query'];
  /** Names the list for screen readers. */
  label: string;
  empty: ReactNode;
  children: (item: T) => ReactNode;
}) {
  return (
    <QueryStates
      query={list}
      keepsData
      loading={<ListSkeleton rows={3} row="h-20 rounded-lg" />}
      failed={<Trans>목록을 불러오지 못했어요</Trans>}
      failedClassName="py-10"
    >
      {(items) =>
        items.length === 0 ? (
          <p className="py-10 text-quiet">{empty}</p>
        ) : (
          <ul aria-label={label} className="space-y-3">
            {items.map((item) => (
              <li key={item.id} className="rounded-lg border border-line bg-surface p-4 tablet:px-6">
                {children(item)}
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}

/** Words for a device and its place. */
export function useDeviceWords() {
  const { t, i18n } = useLingui();
  const { locale } = useApp();
  const countries = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const countryName = (code: string) => {
    try {
      return countries.of(code) ?? '';
    } catch {
      return '';
    }
  };
  return {
    deviceName: (name: string) => name || t`알 수 없는 기기`,
    /** "Canada · 203.0.113.7", as far as it is known. */
    place: ({ country, address }: { country: string; address: string }) =>
      [countryName(country), address].filter(Boolean).join(' · '),
    instant: (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
  };
}
