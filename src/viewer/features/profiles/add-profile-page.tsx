import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ceilingForAge, maturityGrades } from '../../../contract/ratings.ts';
import { rules } from '../../../contract/rules.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { useApp, useSession } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnerGate } from '../accounts/details-gate.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { FailureNote } from './failure-note.tsx';
import { Reauthentication, readReauthentication } from './reauthentication.tsx';

const ages = Array.from({ length: 18 }, (_, age) => age);

/** A new profile: its name, and whether it is a child's. Its picture is chosen next. */
export function AddProfilePage() {
  const { t } = useLingui();
  const { api, locale, refreshUser: refresh } = useApp();
  const router = useRouter();
  const signedIn = useSession();
  const { form, busy, errorOf, failure, needsReauthentication, send, check } = useSubmit();
  const [isKid, setKid] = useState(false);
  const [age, setAge] = useState('');
  // From a profile with limits, re-authentication is needed; the server knows all limits.
  const [reauthenticationWanted, setReauthenticationWanted] = useState(
    (signedIn?.profile?.maturity ?? 19) < 19,
  );
  if (!reauthenticationWanted && (errorOf('password') || errorOf('parent_pin') || needsReauthentication))
    setReauthenticationWanted(true);
  const grade = age === '' ? null : maturityGrades[ceilingForAge(Number(age))];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const name = String(new FormData(element).get('name')).trim();
    const fine = check({
      name: rules.required(name),
      age: isKid && rules.required(age),
    });
    if (!fine) return;
    void send(async () => {
      const { data } = await api('POST /api/account/profiles', {
        body: { name, is_kid: isKid, age: isKid ? Number(age) : null, ...readReauthentication(element) },
      });
      await refresh();
      await router.navigate({ to: '/user/avatar/$id', params: { id: data.id }, replace: true });
    });
  };

  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[560px] pt-8 pb-16 tablet:pt-16">
        <h1 className="text-28 tablet:text-36">
          <Trans>프로필 추가</Trans>
        </h1>
        <p className="mt-3 text-quiet">
          <Trans>프로필마다 찜한 콘텐츠와 시청 기록이 따로 쌓여요.</Trans>
        </p>
        <OwnerGate byPin wanted={reauthenticationWanted}>
          <form ref={form} noValidate className="mt-8 space-y-6" onSubmit={submit}>
            <FailureNote text={failure} />
            <Field
              label={t`프로필 이름`}
              name="name"
              autoComplete="off"
              maxLength={120}
              autoFocus
              error={errorOf('name')}
            />
            <Switch
              label={t`키즈 프로필`}
              hint={t`나이에 맞는 콘텐츠만 보여 주고, 계정과 프로필 설정은 잠가요.`}
              checked={isKid}
              onChange={setKid}
            />
            {isKid && (
              <div>
                <Select
                  label={t`아이 나이`}
                  name="age"
                  value={age}
                  error={errorOf('age')}
                  onChange={(event) => setAge(event.target.value)}
                >
                  <option value="" disabled>
                    {t`만 나이를 골라 주세요`}
                  </option>
                  {ages.map((each) => (
                    <option key={each} value={each}>
                      {t`만 ${each}세`}
                    </option>
                  ))}
                </Select>
                {grade && (
                  <p className="mt-2 text-14 text-quiet" role="status">
                    {locale === 'ko' && grade.ko === '전체' ? (
                      <Trans>전체 관람가 콘텐츠만 볼 수 있어요. 시청 제한에서 바꿀 수 있어요.</Trans>
                    ) : (
                      <Trans>
                        {grade[locale]} 등급({grade.us})까지 볼 수 있어요. 시청 제한에서 바꿀 수 있어요.
                      </Trans>
                    )}
                  </p>
                )}
              </div>
            )}
            {reauthenticationWanted && <Reauthentication errorOf={errorOf} />}
            <div className="flex gap-2 pt-2">
              <Button type="submit" look="primary" size="lg" className="flex-1" disabled={busy}>
                {busy ? <Trans>만드는 중…</Trans> : <Trans>계속하기</Trans>}
              </Button>
              <Link to="/profiles/manage" className={buttonClass('quiet', 'lg')}>
                <Trans>취소</Trans>
              </Link>
            </div>
          </form>
        </OwnerGate>
      </div>
    </GrownUps>
  );
}
