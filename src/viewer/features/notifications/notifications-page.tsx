import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { LoadMore } from '../../forms/load-more.tsx';
import { kindIcons, kindNames } from './names.ts';
import { notificationsQuery } from './notifications.queries.ts';

/** Notifications of the profile in the last 90 days. Opening one marks it as read. */
export function NotificationsPage() {
  const profile = useSession()?.profile;
  if (!profile) return null;
  return (
    <div className="gutter mx-auto max-w-[860px] pt-6 tablet:pt-10">
      <Notifications profileId={profile.id} isKid={profile.is_kid} />
    </div>
  );
}

function Notifications({ profileId, isKid }: { profileId: string; isKid: boolean }) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const query = useInfiniteQuery(notificationsQuery(context, profileId));
  const [busy, setBusy] = useState(false);
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];

  const markRead = async (id?: string) => {
    await context.api('POST /api/account/notifications/read', { body: { profile_id: profileId, id } });
    await context.queryClient.invalidateQueries({ queryKey: ['notifications', profileId] });
  };
  const markAll = async () => {
    setBusy(true);
    await markRead().catch(() => toast('error', t`읽음으로 바꾸지 못했어요. 잠시 뒤에 다시 시도해 주세요.`));
    setBusy(false);
  };
  const instant = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-28 font-extrabold">
          <Trans>알림</Trans>
        </h1>
        {rows.some(({ read }) => !read) && (
          <Button disabled={busy} onClick={() => void markAll()}>
            <Trans>모두 읽음</Trans>
          </Button>
        )}
        {!isKid && (
          <Link to="/account/$" params={{ _splat: 'notifications' }} className={buttonClass('quiet')}>
            <Trans>알림 설정</Trans>
          </Link>
        )}
      </div>
      <ListStates
        query={query}
        keepsData
        empty={
          rows.length === 0 && (
            <ListEmpty
              icon="bell"
              title={<Trans>아직 알림이 없어요</Trans>}
              hint={<Trans>찜한 시리즈에 새 회차가 올라오면 여기에서 알려 드려요.</Trans>}
            >
              <Link to="/" className={buttonClass('primary')}>
                <Trans>볼만한 콘텐츠 찾기</Trans>
              </Link>
            </ListEmpty>
          )
        }
      >
        {() => (
          <>
            <ul aria-label={t`알림`} className="border-t border-line">
              {rows.map((row) => (
                <li key={row.id} className="border-b border-line/60">
                  <Link
                    to={row.path}
                    className="flex min-h-16 items-start gap-4 rounded-sm px-2 py-4 hover:bg-surface"
                    onClick={() => void (row.read || markRead(row.id).catch(() => undefined))}
                  >
                    <span
                      className={cx(
                        'grid size-10 shrink-0 place-items-center rounded-full',
                        row.read ? 'bg-surface text-quiet' : 'bg-jade/15 text-jade',
                      )}
                    >
                      <Icon name={kindIcons[row.kind]} size={20} />
                    </span>
                    <span className="min-w-0 grow">
                      <span className={cx('block', row.read ? 'text-quiet' : 'font-bold')}>{row.title}</span>
                      <span className="block text-14 text-quiet [overflow-wrap:anywhere]">{row.text}</span>
                      <span className="mt-1 block text-12 text-quiet">
                        {i18n._(kindNames[row.kind])} ·{' '}
                        <time dateTime={row.created_at}>{instant(row.created_at)}</time>
                      </span>
                    </span>
                    {!row.read && (
                      <span data-mark="" className="mt-2 size-2.5 shrink-0 rounded-full bg-vermilion">
                        <span className="sr-only">
                          <Trans>읽지 않음</Trans>
                        </span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
            <LoadMore query={query} />
            <p className="pt-6 text-14 text-quiet">
              <Trans>지난 90일 동안의 알림을 보여 드려요.</Trans>
            </p>
          </>
        )}
      </ListStates>
    </>
  );
}
