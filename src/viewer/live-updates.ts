/** What happens at the service while a page is open: new episodes and notices show without a reload. */
import { msg } from '@lingui/core/macro';
import type { NotificationKind } from '../contract/account/notifications.ts';
import type { Card } from '../contract/wire.ts';
import { site } from '../ui/brand.ts';
import { openPush } from '../ui/push.ts';
import { toast } from '../ui/toast.ts';
import type { App } from './app.tsx';
import { type AppContext, profileIdOf } from './context.ts';
import { unreadQuery } from './page/page.queries.ts';

/** Each open page waits a random time, at most this long, before it fetches new data. */
const spreadMs = 3_000;

/** Listens for as long as the page is open. */
export async function followUpdates({ context, router }: Pick<App, 'context' | 'router'>): Promise<void> {
  const { queryClient, session, i18n, locale } = context;
  const push = await openPush({
    key: site.push_key,
    cluster: site.push_cluster,
    from: 'user',
    token: () => session.get()?.token ?? null,
  });
  const refresh = (...names: string[]) =>
    setTimeout(
      () =>
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => names.includes(String(queryKey[0])),
        }),
      Math.random() * spreadMs,
    );

  // Events of the household have a channel of their own. The page listens to it while a user is signed in.
  let joined: `private-household.${string}` | undefined;
  const follow = () => {
    const household = session.isSigningOut() ? undefined : session.get()?.user.household_id;
    const channel = household ? (`private-household.${household}` as const) : undefined;
    if (channel === joined) return;
    if (joined) push.leave(joined);
    // The next user of this browser must not get the previous user's web push, even if the sign-out request failed.
    if (joined && !household) void endWebPush().catch(() => undefined);
    joined = channel;
    if (!channel) return;
    push.listen(channel, 'SessionsEnded', () => context.checkSession());
    push.listen(channel, 'ProfilesChanged', () => void context.refreshUser().catch(() => undefined));
    push.onJoined(channel, (isAgain) => {
      if (!isAgain)
        return void queryClient.invalidateQueries({
          predicate: ({ queryKey: [name, , of] }) => name === 'billing' && of === 'membership',
        });
      refresh('billing', 'current-plan', 'notifications', 'inquiries', 'inquiry');
      setTimeout(() => void context.refreshUser().catch(() => undefined), Math.random() * spreadMs);
    });
    push.listen(channel, 'PlanChanged', () => {
      refresh('billing', 'current-plan');
      // Whether premium titles play.
      void context
        .api('GET /api/user')
        .then(({ data }) => session.refresh(data))
        .catch(() => undefined);
    });
    push.listen(channel, 'Notified', ({ kind }) => {
      if (kind === 'inquiry_answered') refresh('inquiries', 'inquiry');
      void sayNewest(kind).catch(() => undefined);
    });
  };
  // The page fetches the news itself: it may concern another profile, or the user may have quiet hours.
  const sayNewest = async (kind: NotificationKind) => {
    const profile_id = profileIdOf(context);
    if (!profile_id) return;
    await queryClient.invalidateQueries({ queryKey: ['notifications'] });
    const { data } = await queryClient.fetchQuery({ ...unreadQuery(context, profile_id), staleTime: 0 });
    if (!data.aloud.includes(kind)) return;
    const query = { profile_id, per_page: 1 };
    const [newest] = (await context.api('GET /api/account/notifications', { query })).data;
    if (newest?.kind !== kind || newest.read) return;
    toast('info', `${newest.title}: ${newest.text}`, {
      label: i18n._(msg`보기`),
      onPress: () => void router.navigate({ href: newest.path }),
    });
  };
  /** Whether the page may say such a thing aloud: to guests always. */
  const mayBeSaid = (kind: NotificationKind) => {
    const profile_id = profileIdOf(context);
    if (!profile_id) return true;
    return queryClient.getQueryData(unreadQuery(context, profile_id).queryKey)?.data.aloud.includes(kind);
  };
  session.subscribe(follow);
  follow();

  push.listen('catalog', 'EpisodePublished', (episode) => {
    if (episode.maturity > (session.get()?.profile?.maturity ?? 19)) return;
    refresh('home', 'new-release', 'programme', 'episodes', 'latest-series');
    if (!isFollowed(context, episode.programme_id)) return;
    refresh('notifications');
    if (!mayBeSaid('new_episode')) return;
    const title = locale === 'ko' ? episode.title_ko : episode.title_en;
    const number = episode.episode_number;
    toast('info', i18n._(msg`${title} ${number}화가 올라왔어요.`));
  });
  push.listen('notices', 'NoticeCreated', (notice) => {
    refresh('notices', 'notice', 'notifications');
    if (!mayBeSaid('notice')) return;
    const title = locale === 'ko' ? notice.title_ko : notice.title_en;
    toast('info', i18n._(msg`새 공지: ${title}`));
  });
}

/** Whether the viewer wants to hear of it: it is on their list, or they have begun it, as far as this page knows. */
function isFollowed({ queryClient, marks }: AppContext, programmeId: string): boolean {
  const marked = marks.get(programmeId)?.my_list;
  if (marked !== undefined) return marked;
  const wanted = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(wanted);
    if (typeof value !== 'object' || value === null) return false;
    const card: Partial<Record<keyof Card, unknown>> = value;
    if (card.program_id === programmeId && (card.my_list || Number(card.percentage ?? 0) > 0)) return true;
    return Object.values(value).some((inner) => typeof inner === 'object' && wanted(inner));
  };
  return queryClient
    .getQueryCache()
    .getAll()
    .some((query) => wanted(query.state.data));
}

/** Unsubscribes the browser from web push. */
async function endWebPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
