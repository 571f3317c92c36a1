import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/components/icon.tsx';
import { useApp } from '../context.ts';
import { unreadQuery } from '../page/page.queries.ts';

/** The link to a profile's notifications, with the number of unread ones. */
export function Bell({ profileId }: { profileId: string }) {
  const { t } = useLingui();
  const unread = useQuery(unreadQuery(useApp(), profileId)).data?.data.unread ?? 0;
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? t`알림, 읽지 않은 알림 ${unread}개` : t`알림`}
      className="relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-text/10"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-vermilion px-1 text-center text-12 leading-4.5 font-bold text-ground tabular-nums">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
