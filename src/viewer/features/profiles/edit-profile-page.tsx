import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { rules } from '../../../contract/rules.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { FailureNote } from './failure-note.tsx';

/** A profile's name, picture, language and autoplay; and links to its lock, its limits and its deletion. */
export function EditProfilePage() {
  const { id } = useParams({ from: '/logo/profiles/edit/$id' });
  const profile = useSession()?.user.profiles.find((each) => each.id === id);
  if (!profile) return null;
  return (
    <GrownUps>
      <EditForm key={profile.id} profile={profile} />
    </GrownUps>
  );
}

const row =
  'flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 font-semibold hover:bg-raised';

function EditForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { api, refreshUser: refresh } = useApp();
  const router = useRouter();
  const { form, busy, errorOf, failure, send, check } = useSubmit();
  const [autoplay, setAutoplay] = useState(profile.autoplay_next);
  const isLast = (useSession()?.user.profiles.length ?? 1) < 2;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const name = String(entered.get('name')).trim();
    const language = String(entered.get('language'));
    if (!check({ name: rules.required(name) })) return;
    void send(async () => {
      await api('PATCH /api/account/profiles/{id}', {
        params: { id: profile.id },
        body: {
          name,
          language: language === 'ko' || language === 'en' ? language : null,
          autoplay_next: autoplay,
        },
      });
      await refresh();
      toast('success', t`프로필을 저장했어요.`);
      await router.navigate({ to: '/profiles/manage' });
    });
  };

  return (
    <div className="gutter mx-auto max-w-[560px] pt-8 pb-16 tablet:pt-16">
      <h1 className="text-28 tablet:text-36">
        <Trans>프로필 편집</Trans>
      </h1>
      <div className="mt-8 flex items-center gap-5">
        <Avatar profile={profile} className="size-24 rounded-lg text-36 tablet:size-28" />
        <Link to="/user/change-avatar/$id" params={{ id: profile.id }} className={buttonClass('quiet', 'md')}>
          <Icon name="edit" size={18} />
          <Trans>사진 바꾸기</Trans>
        </Link>
      </div>
      <form ref={form} noValidate className="mt-8 space-y-6" onSubmit={submit}>
        <FailureNote text={failure} />
        <Field
          label={t`프로필 이름`}
          name="name"
          autoComplete="off"
          maxLength={120}
          defaultValue={profile.name}
          error={errorOf('name')}
        />
        <Select
          label={t`언어`}
          name="language"
          defaultValue={profile.language ?? ''}
          hint={t`이 프로필을 고르면 이 언어로 바뀌어요.`}
          error={errorOf('language')}
        >
          <option value="">{t`기기에서 쓰던 언어 그대로`}</option>
          <option value="ko">한국어</option>
          <option value="en">English</option>
        </Select>
        <Switch
          label={t`다음 회차 이어서 재생`}
          hint={t`한 회가 끝나면 다음 회차가 바로 시작돼요.`}
          checked={autoplay}
          onChange={setAutoplay}
        />
        <div className="flex gap-2 pt-2">
          <Button type="submit" look="primary" size="lg" className="flex-1" disabled={busy}>
            {busy ? <Trans>저장하는 중…</Trans> : <Trans>저장하기</Trans>}
          </Button>
          <Link to="/profiles/manage" className={buttonClass('quiet', 'lg')}>
            <Trans>취소</Trans>
          </Link>
        </div>
      </form>
      <ul className="mt-10 space-y-2">
        <li>
          <Link to="/account/$" params={{ _splat: `profile-lock/${profile.id}` }} className={row}>
            <Icon name="lock" size={20} className="text-quiet" />
            <span className="flex-1">
              <Trans>프로필 잠금</Trans>
            </span>
            <span className="text-14 font-normal text-quiet">
              {profile.has_pin ? <Trans>켜짐</Trans> : <Trans>꺼짐</Trans>}
            </span>
            <Icon name="right" size={20} className="text-quiet" />
          </Link>
        </li>
        <li>
          <Link to="/account/$" params={{ _splat: `profile-restriction/${profile.id}` }} className={row}>
            <Icon name="eye" size={20} className="text-quiet" />
            <span className="flex-1">
              <Trans>시청 제한</Trans>
            </span>
            <Icon name="right" size={20} className="text-quiet" />
          </Link>
        </li>
        {!isLast && (
          <li>
            <Link to="/profiles/delete/$id" params={{ id: profile.id }} className={row}>
              <Icon name="trash" size={20} className="text-rose" />
              <span className="flex-1 text-rose">
                <Trans>프로필 삭제</Trans>
              </span>
              <Icon name="right" size={20} className="text-quiet" />
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
