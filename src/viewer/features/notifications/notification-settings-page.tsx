import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type {
  NotificationChannel,
  NotificationKind,
  NotificationSettings,
} from '../../../contract/account/notifications.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { ListStates } from '../../forms/list-notes.tsx';
import { channelNames, kindHints, kindNames } from './names.ts';
import { notificationSettingsQuery } from './notifications.queries.ts';
import { PushOnDevice } from './push-on-device.tsx';
import { QuietHoursForm } from './quiet-hours-form.tsx';

const channels: NotificationChannel[] = ['in_app', 'email', 'web_push'];
const card = 'rounded-lg border border-line bg-surface p-5 tablet:p-6';

/** What the user is told, by which channels, on this device too, and when it is quiet. Everything is saved at once. */
export function NotificationSettingsPage() {
  const query = useQuery(notificationSettingsQuery(useApp()));
  return (
    <ListStates query={query} rows={4} keepsData>
      {(settings) => (
        <div className="max-w-3xl space-y-4">
          <WaysTable settings={settings} />
          <PushOnDevice className={card} push={settings.push} />
          <QuietHoursForm className={card} settings={settings} />
        </div>
      )}
    </ListStates>
  );
}

function WaysTable({ settings }: { settings: NotificationSettings }) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const { queryKey } = notificationSettingsQuery(context);

  const show = (kind: NotificationKind, channel: NotificationChannel, wanted: boolean) =>
    context.queryClient.setQueryData(
      queryKey,
      (now) =>
        now && {
          ...now,
          kinds: now.kinds.map((own) => (own.kind === kind ? { ...own, [channel]: wanted } : own)),
        },
    );
  const choose = async (kind: NotificationKind, channel: NotificationChannel, wanted: boolean) => {
    show(kind, channel, wanted);
    try {
      await context.api('PUT /api/account/notification-settings', { body: { kind, channel, wanted } });
      void context.queryClient.invalidateQueries({ queryKey: ['notifications'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(kind, channel, !wanted);
      toast('error', t`설정을 저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };

  return (
    <section className={card} aria-labelledby="channels-heading">
      <h2 id="channels-heading" className="mb-2 text-18 font-bold">
        <Trans>받을 알림</Trans>
      </h2>
      <table className="w-full">
        <thead>
          <tr className="text-14 text-quiet">
            <td />
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-16 py-2 font-semibold tablet:w-24">
                {i18n._(channelNames[channel])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.kinds.map(({ kind, locked, ...own }) => {
            const name = i18n._(kindNames[kind]);
            return (
              <tr key={kind} className="border-t border-line/60">
                <th scope="row" className="py-3 pr-2 text-left font-semibold">
                  {name}
                  <span className="hidden text-14 font-normal text-quiet tablet:block">
                    {i18n._(kindHints[kind])}
                  </span>
                </th>
                {channels.map((channel) => {
                  const wayName = i18n._(channelNames[channel]);
                  return (
                    <td key={channel} className="py-1">
                      <div className="flex justify-center">
                        {locked.includes(channel) ? (
                          <span className="grid size-11 place-items-center text-quiet">
                            <Icon name="lock" size={20} />
                            <span className="sr-only">
                              <Trans>항상 보내요</Trans>
                            </span>
                          </span>
                        ) : (
                          <Switch
                            hideLabel
                            label={t`${name} ${wayName}`}
                            checked={own[channel]}
                            onChange={(wanted) => void choose(kind, channel, wanted)}
                          />
                        )}
                      </div>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-4 flex gap-2 border-t border-line/60 pt-4 text-14 text-quiet">
        <Icon name="lock" size={20} />
        <Trans>
          보안과 결제 메일은 끌 수 없어요. 누가 계정에 들어오거나 결제에 문제가 생기면 바로 알아야 하니까요.
        </Trans>
      </p>
    </section>
  );
}
