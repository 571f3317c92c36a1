import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';

interface Listed<T> {
  data: T[] | undefined;
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** Rows of the account area, with what stands there while they come, when there are none, and when they did not come. */
export function AccountList<T extends { id: string }>({
  list: { data, isPending, isError, refetch },
  label,
  empty,
  children,
}: {
  list: Listed<T>;
  /** Names the list for screen readers. */
  label: string;
  empty: ReactNode;
  children: (item: T) => ReactNode;
}) {
  const { t } = useLingui();
  if (isPending) {
    return (
      <div role="status" aria-label={t`불러오는 중`} aria-busy="true" className="space-y-3">
        {[1, 2, 3].map((row) => (
          <div key={row} className="skeleton h-20 rounded-lg" />
        ))}
      </div>
    );
  }
  if (isError && !data) {
    return (
      <div role="alert" className="py-10">
        <p className="text-18 font-bold">
          <Trans>목록을 불러오지 못했어요</Trans>
        </p>
        <Button className="mt-4" onClick={() => void refetch()}>
          <Trans>다시 시도하기</Trans>
        </Button>
      </div>
    );
  }
  if (!data || data.length === 0) return <p className="py-10 text-quiet">{empty}</p>;
  return (
    <ul aria-label={label} className="space-y-3">
      {data.map((item) => (
        <li key={item.id} className="rounded-lg border border-line bg-surface p-4 tablet:px-6">
          {children(item)}
        </li>
      ))}
    </ul>
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
