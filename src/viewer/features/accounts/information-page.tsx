import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../context.ts';
import { lineLink } from '../../forms/guest-frame.tsx';
import { formatPhone } from '../../forms/phone.ts';
import { WithDetails } from './details-gate.tsx';
import { useGenderName } from './gender-name.ts';

/** Personal information, each with the way to change it. */
export function InformationPage() {
  const { t } = useLingui();
  const genderName = useGenderName();
  const hasPassword = useSession()?.user.has_password !== false;
  return (
    <WithDetails>
      {({ username, email, phone, birth_date, gender, mail_locale }) => {
        const rows = [
          { name: t`아이디`, value: username, change: null },
          { name: t`이메일`, value: email, change: 'change-email' },
          { name: t`비밀번호`, value: hasPassword ? '••••••••' : t`없음`, change: 'change-password' },
          { name: t`전화번호`, value: phone ? formatPhone(phone) : t`없음`, change: 'change-phone-number' },
          {
            name: t`생년월일과 성별`,
            value: [birth_date, gender && genderName(gender)].filter(Boolean).join(' · ') || t`없음`,
            change: 'change-details',
          },
          {
            name: t`메일 언어`,
            value: mail_locale === 'ko' ? '한국어' : 'English',
            change: 'change-language',
          },
        ];
        return (
          <dl className="max-w-2xl divide-y divide-line rounded-lg border border-line bg-surface px-4 tablet:px-6">
            {rows.map(({ name, value, change }) => (
              <div
                key={name}
                className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 py-3"
              >
                <dt className="text-14 text-quiet">{name}</dt>
                <dd className="col-start-1 [overflow-wrap:anywhere]">{value}</dd>
                {change && (
                  <dd className="col-start-2 row-span-2 row-start-1">
                    <Link
                      to="/account/$"
                      params={{ _splat: change }}
                      className={lineLink}
                      aria-label={t`${name} 바꾸기`}
                    >
                      <Trans>바꾸기</Trans>
                    </Link>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        );
      }}
    </WithDetails>
  );
}
