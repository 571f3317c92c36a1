import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { pinDigits, rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { isTelevision } from '../../../ui/television.ts';
import { useApp, useSession } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import type { SignedIn } from '../../session.ts';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';
import type { EnterProfile, Pins } from './enter-profile.ts';
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

/** Whether a PIN was wrong so often that entering takes the password, or a code from the mailbox, in its place. */
export const isGuessedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'identity_required' || error.errors.password !== undefined);

interface PinStepsProps {
  profile: Profile;
  titleId: string;
  /** Begins with the parent PIN. */
  parentWanted: boolean;
  /** Begins with the password: no PIN is taken. */
  guessedOut?: boolean;
  enter: EnterProfile;
}

/** The PINs that a profile takes, one after the other: the parent PIN to leave a kids profile, then its own. */
export function PinSteps({ profile, titleId, parentWanted, guessedOut, enter }: PinStepsProps) {
  const [door, setDoor] = useState<'parent' | 'own' | 'forgotten' | 'password'>(
    guessedOut ? 'password' : parentWanted ? 'parent' : 'own',
  );
  const [pins, setPins] = useState<Pins>({});
  const [parentPin, setParentPin] = useState<string>();
  const known = parentPin === undefined ? {} : { parent_pin: parentPin };
  const isKid = useSession()?.profile?.is_kid ?? false;
  const lacksPassword = useLacksSecret();
  /** Tries PINs. When a PIN is no longer accepted, the password is asked for, and a child is told why. */
  const tryPins = async (tried: Pins) => {
    try {
      await enter(profile, tried);
    } catch (error) {
      // A child cannot re-authenticate by an e-mailed code: the note below the PIN says what helps.
      if (!isGuessedOut(error) || (isKid && lacksPassword)) throw error;
      setPins(tried);
      setDoor('password');
    }
  };

  if (door === 'password')
    return (
      <PasswordDoor
        titleId={titleId}
        onPassword={async (password) => {
          try {
            await enter(profile, { ...pins, password });
          } catch (error) {
            // The password replaced the parent PIN; the profile also has its own PIN.
            if (!(error instanceof ApiError) || !error.errors.pin) throw error;
            setDoor('own');
          }
        }}
      />
    );
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
            await tryPins({ parent_pin: pin });
          } catch (error) {
            // The parent PIN was right; the profile also has its own PIN.
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
            await tryPins({ pin, ...known });
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

interface PasswordDoorProps {
  titleId: string;
  onPassword: (password: string | undefined) => Promise<void>;
}

/** Enters by the account's password, or a code from the mailbox, where the PIN was wrong too often. */
function PasswordDoor({ titleId, onPassword }: PasswordDoorProps) {
  return (
    <div className="space-y-5 text-left">
      <h2 id={titleId} className="pr-8 text-22">
        <Trans>PIN을 여러 번 잘못 입력했어요</Trans>
      </h2>
      {isTelevision() ? (
        <p className="text-quiet">
          <Trans>휴대폰이나 컴퓨터에서 로그인해 PIN을 새로 정한 뒤 다시 들어와 주세요.</Trans>
        </p>
      ) : (
        <>
          <p className="text-quiet">
            <Trans>이제 PIN만으로는 들어갈 수 없어요. 본인인지 확인하면 다시 PIN을 쓸 수 있어요.</Trans>
          </p>
          <OwnerGate>
            <PasswordEntry onPassword={onPassword} />
          </OwnerGate>
        </>
      )}
    </div>
  );
}

function PasswordEntry({ onPassword }: Pick<PasswordDoorProps, 'onPassword'>) {
  const lacksPassword = useLacksSecret();
  const { form, busy, errorOf, failure, send, check } = useSubmit(['password']);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (!check({ password: !lacksPassword && rules.required(password) })) return;
    void send(() => onPassword(password || undefined));
  };

  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={submit}>
      <FailureNote text={failure} />
      {!lacksPassword && <PasswordField error={errorOf('password')} autoFocus />}
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={busy}>
        {busy ? <Trans>확인하는 중…</Trans> : <Trans>확인하고 들어가기</Trans>}
      </Button>
    </form>
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
