import { Trans, useLingui } from '@lingui/react/macro';
import type { NotificationSettings, QuietHours } from '../../../contract/account/notifications.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Select } from '../../../ui/components/select.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { timeText, zoneText } from '../profiles/hours-text.ts';
import { notificationSettingsQuery } from './notifications.queries.ts';

const usual: QuietHours = { from: '22:00', until: '08:00' };

const halfHours = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);

/** From when until when it is quiet, by the clocks of the household. */
export function QuietHoursForm({
  className,
  settings,
}: {
  className: string;
  settings: NotificationSettings;
}) {
  const { t } = useLingui();
  const context = useApp();
  const { locale } = context;
  const { queryKey } = notificationSettingsQuery(context);
  const hours = settings.quiet_hours;
  const zone = zoneText(settings.zone, locale);

  const show = (quiet_hours: QuietHours | null) =>
    context.queryClient.setQueryData(queryKey, (now) => now && { ...now, quiet_hours });
  const choose = async (wanted: QuietHours | null) => {
    show(wanted);
    try {
      await context.api('PUT /api/account/quiet-hours', { body: { quiet_hours: wanted } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(hours);
      toast('error', t`설정을 저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };
  const options = (chosen: string, other: string) =>
    [...new Set([...halfHours, chosen])]
      .filter((time) => time !== other)
      .sort()
      .map((time) => (
        <option key={time} value={time}>
          {timeText(time, locale)}
        </option>
      ));

  return (
    <section className={className} aria-labelledby="quiet-heading">
      <h2 id="quiet-heading" className="text-18 font-bold">
        <Trans>방해 금지 시간</Trans>
      </h2>
      <p className="mt-1 mb-2 text-14 text-quiet">
        <Trans>
          이 시간에는 푸시와 메일을 보내지 않고 기다렸다가 끝나면 보내요. 보안 메일은 바로 보내고, 알림함에는
          소리 없이 쌓여요.
        </Trans>
      </p>
      <Switch
        label={t`방해 금지 시간 정하기`}
        checked={hours !== null}
        onChange={(on) => void choose(on ? usual : null)}
      />
      {hours && (
        <div className="mt-2 max-w-[420px]">
          <div className="grid grid-cols-2 gap-2">
            <Select
              label={t`시작`}
              value={hours.from}
              onChange={(event) => void choose({ ...hours, from: event.target.value })}
            >
              {options(hours.from, hours.until)}
            </Select>
            <Select
              label={t`끝`}
              value={hours.until}
              onChange={(event) => void choose({ ...hours, until: event.target.value })}
            >
              {options(hours.until, hours.from)}
            </Select>
          </div>
          <p className="mt-2 text-14 text-quiet">
            {hours.until < hours.from ? (
              <Trans>{zone} 기준이고, 다음 날까지 이어져요.</Trans>
            ) : (
              <Trans>{zone} 기준이에요.</Trans>
            )}
          </p>
        </div>
      )}
    </section>
  );
}
