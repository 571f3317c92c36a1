import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { pinDigits, rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { isTelevision } from '../../../ui/television.ts';
import { useApp, useSession } from '../../context.ts';
import type { SignedIn } from '../../session.ts';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';
import { useSubmit } from '../accounts/use-submit.ts';
import type { EnterProfile } from './enter-profile.ts';
import { FailureNote } from './failure-note.tsx';
import { PasswordField } from './password-field.tsx';
import { PinEntry } from './pin-entry.tsx';
import { PinField } from './pin-field.tsx';

/** Whether a grown-up has to lead out of the kids profile that is watching, as far as this browser knows. */
export function isParentWanted(signedIn: SignedIn | null, profile: Pick<Profile, 'id'>): boolean {
  return Boolean(
    signedIn?.user.has_parent_pin && signedIn.profile?.is_kid && signedIn.profile.id !== profile.id,
  );
}

interface PinStepsProps {
  profile: Profile;
  titleId: string;
  /** Begins with the parent PIN. */
  parentWanted: boolean;
  enter: EnterProfile;
}

/** The PINs that a profile takes, one after the other: the parent PIN to leave a kids profile, then its own. */
export function PinSteps({ profile, titleId, parentWanted, enter }: PinStepsProps) {
  const [door, setDoor] = useState<'parent' | 'own' | 'forgotten'>(parentWanted ? 'parent' : 'own');
  const [parentPin, setParentPin] = useState<string>();
  const known = parentPin === undefined ? {} : { parent_pin: parentPin };
  const isKid = useSession()?.profile?.is_kid ?? false;

  if (door === 'forgotten')
    return (
      <ForgottenPin profile={profile} titleId={titleId} onSet={(pin) => enter(profile, { pin, ...known })} />
    );
  if (door === 'parent')
    return (
      <PinEntry
        key="parent"
        parent
        name={profile.name}
        titleId={titleId}
        onPin={async (pin) => {
          try {
            await enter(profile, { parent_pin: pin });
          } catch (error) {
            // It was right, and the profile has one of its own.
            if (!(error instanceof ApiError) || !error.errors.pin) throw error;
            setParentPin(pin);
            setDoor('own');
          }
        }}
      />
    );
  return (
    <>
      <PinEntry
        key="own"
        name={profile.name}
        titleId={titleId}
        onPin={async (pin) => {
          try {
            await enter(profile, { pin, ...known });
          } catch (error) {
            if (!(error instanceof ApiError) || !error.errors.parent_pin) throw error;
            setDoor('parent');
          }
        }}
      />
      {!isKid && !isTelevision() && (
        <p className="text-center">
          <button
            type="button"
            className="min-h-11 text-14 text-quiet underline underline-offset-4 hover:text-text"
            onClick={() => setDoor('forgotten')}
          >
            <Trans>PIN을 잊었어요</Trans>
          </button>
        </p>
      )}
    </>
  );
}

interface ForgottenPinProps {
  profile: Profile;
  titleId: string;
  onSet: (pin: string) => Promise<void>;
}

/** Another PIN for a profile whose own is forgotten, by the account's password or a code from the mailbox. */
function ForgottenPin({ profile, titleId, onSet }: ForgottenPinProps) {
  const { t } = useLingui();
  const lacksPassword = useLacksSecret();
  const { name } = profile;
  return (
    <div className="space-y-5 text-left">
      <h2 id={titleId} className="text-22">
        <Trans>새 PIN을 정해 주세요</Trans>
      </h2>
      <p className="text-quiet">
        {lacksPassword
          ? t`이메일로 본인인지 확인하고 ${name} 프로필의 PIN을 새로 정해요.`
          : t`계정 비밀번호를 확인하고 ${name} 프로필의 PIN을 새로 정해요.`}
      </p>
      <OwnerGate>
        <NewPin profile={profile} onSet={onSet} />
      </OwnerGate>
    </div>
  );
}

function NewPin({ profile, onSet }: Pick<ForgottenPinProps, 'profile' | 'onSet'>) {
  const { t } = useLingui();
  const { api } = useApp();
  const lacksPassword = useLacksSecret();
  const { form, busy, errorOf, failure, send, check } = useSubmit();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const [pin, password] = [String(entered.get('pin')), String(entered.get('password') ?? '')];
    const fine = check({
      pin: rules.digits(pin, pinDigits),
      password: !lacksPassword && rules.required(password),
    });
    if (!fine) return;
    void send(async () => {
      await api('PUT /api/account/profiles/{id}/pin', {
        params: { id: profile.id },
        body: { pin, password: password || undefined },
      });
      await onSet(pin);
    });
  };

  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={submit}>
      <FailureNote text={failure} />
      <PinField label={t`새 PIN`} error={errorOf('pin')} autoFocus />
      {!lacksPassword && <PasswordField error={errorOf('password')} />}
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={busy}>
        {busy ? <Trans>저장하는 중…</Trans> : <Trans>PIN 바꾸고 들어가기</Trans>}
      </Button>
    </form>
  );
}
