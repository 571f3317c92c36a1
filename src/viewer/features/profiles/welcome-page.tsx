import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { rules } from '../../../contract/rules.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { readPreferences, writePreferences } from '../../../ui/player/preferences.ts';
import { useApp, useSession } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useEnterProfile } from './enter-profile.ts';
import { FailureNote } from './failure-note.tsx';
import { avatarsQuery } from './profiles.queries.ts';

/** Pictures that are offered here; all of them are on the profile's own page. */
const maxPictures = 12;

/** The first page of a new account: its profile, the captions' language, and a plan or free titles. */
export function WelcomePage() {
  const profile = useSession()?.user.profiles[0];
  return profile ? <WelcomeForm profile={profile} /> : null;
}

function WelcomeForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const context = useApp();
  const { api, locale, session, refreshUser: refresh } = context;
  const enter = useEnterProfile();
  const { form, busy, errorOf, failure, send, check } = useSubmit();
  const pictures = useQuery(avatarsQuery(context)).data?.data.flatMap(({ avatars }) => avatars) ?? [];
  const [name, setName] = useState(profile.name);
  const [picture, setPicture] = useState<string | null>(null);
  const [captions, setCaptions] = useState<string>(() => readPreferences(locale).captions ?? '');
  const isExpected = session.pending().returnTo !== null;

  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!check({ name: rules.required(name.trim()) })) return;
    void send(async () => {
      await api('PATCH /api/account/profiles/{id}', {
        params: { id: profile.id },
        body: { name: name.trim(), ...(picture ? { avatar_id: picture } : {}) },
      });
      writePreferences({ ...readPreferences(locale), captions: captions || null });
      await refresh();
      if (submitter?.getAttribute('value') === 'plans')
        session.setPending({ message: null, returnTo: '/plans' });
      await enter(profile);
    });
  };

  return (
    <div className="gutter mx-auto max-w-[640px] pt-8 pb-16 tablet:pt-12">
      <h1 className="text-28 tablet:text-36">
        <Trans>환영해요!</Trans>
      </h1>
      <p className="mt-3 text-quiet">
        <Trans>프로필을 꾸미고 바로 시작해 보세요. 모두 나중에 바꿀 수 있어요.</Trans>
      </p>
      <form ref={form} noValidate className="mt-8 space-y-8" onSubmit={start}>
        <FailureNote text={failure} />
        <div className="flex items-end gap-4">
          <Avatar
            profile={{ name, avatar: pictures.find(({ id }) => id === picture)?.avatar ?? profile.avatar }}
            className="size-16 shrink-0 rounded-md text-28"
          />
          <div className="grow">
            <Field
              label={t`프로필 이름`}
              name="name"
              autoComplete="off"
              maxLength={120}
              value={name}
              error={errorOf('name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </div>
        </div>
        {pictures.length > 0 && (
          <fieldset>
            <legend className="mb-3 font-semibold">
              <Trans>프로필 사진</Trans>
            </legend>
            <div className="grid grid-cols-4 gap-3 tablet:grid-cols-6">
              {pictures.slice(0, maxPictures).map((each) => (
                <label
                  key={each.id}
                  className="relative cursor-pointer rounded-lg transition-transform hover:scale-[1.04] has-checked:ring-4 has-checked:ring-jade has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-jade"
                >
                  <input
                    type="radio"
                    name="picture"
                    aria-label={each.name}
                    className="sr-only"
                    checked={picture === each.id}
                    onChange={() => setPicture(each.id)}
                  />
                  <Avatar profile={each} className="aspect-square w-full rounded-lg text-28" />
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <fieldset>
          <legend className="mb-3 font-semibold">
            <Trans>자막 언어</Trans>
          </legend>
          <div className="flex flex-wrap gap-2">
            <Option name="captions" value="ko" chosen={captions} onChoose={setCaptions}>
              <span lang="ko">한국어</span>
            </Option>
            <Option name="captions" value="en" chosen={captions} onChoose={setCaptions}>
              <span lang="en">English</span>
            </Option>
            <Option name="captions" value="" chosen={captions} onChoose={setCaptions}>
              <Trans>자막 없이</Trans>
            </Option>
          </div>
        </fieldset>
        {isExpected ? (
          <Button type="submit" look="primary" size="lg" className="w-full" disabled={busy}>
            <Trans>계속하기</Trans>
          </Button>
        ) : (
          <div>
            <p className="mb-3 text-quiet">
              <Trans>무료 콘텐츠는 광고와 함께 볼 수 있고, 이용권이 있으면 모두 볼 수 있어요.</Trans>
            </p>
            <div className="grid gap-2 tablet:grid-cols-2">
              <Button type="submit" value="plans" look="primary" size="lg" disabled={busy}>
                <Trans>이용권 고르기</Trans>
              </Button>
              <Button type="submit" value="free" size="lg" disabled={busy}>
                <Trans>무료로 시작하기</Trans>
              </Button>
            </div>
          </div>
        )}
      </form>
    </div>
  );
}

interface OptionProps {
  name: string;
  value: string;
  chosen: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Option({ name, value, chosen, onChoose, children }: OptionProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold has-checked:border-jade has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jade"
    >
      <input
        id={id}
        type="radio"
        name={name}
        className="size-4 accent-vermilion outline-none"
        checked={chosen === value}
        onChange={() => onChoose(value)}
      />
      {children}
    </label>
  );
}
