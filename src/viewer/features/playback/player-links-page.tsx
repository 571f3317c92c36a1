import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { PlayerLink } from '../../../contract/account/player-links.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AppContext, profileIdOf, useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { AccountList, useDeviceWords } from '../accounts/account-list.tsx';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';
import { CopyButton } from '../billing/share.tsx';

const linksQuery = ({ api, session }: AppContext) =>
  queryOptions({
    queryKey: ['account', session.get()?.user.id, 'player-links'],
    queryFn: async ({ signal }) => (await api('GET /api/account/player-links', { signal })).data,
    staleTime: 0,
  });

type NewLink = PlayerLink & { token: string };

/** The addresses that show live TV and radio in players of other makers. */
export function PlayerLinksPage() {
  const { t } = useLingui();
  const context = useApp();
  const { api } = context;
  const { instant } = useDeviceWords();
  const query = useQuery(linksQuery(context));
  const [step, setStep] = useState<'list' | 'create' | PlayerLink>('list');
  const [newLink, setNewLink] = useState<NewLink | null>(null);
  const [busy, setBusy] = useState(false);

  const finish = async (link: NewLink) => {
    setNewLink(link);
    setStep('list');
    await query.refetch();
  };
  const remove = async ({ id, name }: PlayerLink) => {
    setBusy(true);
    try {
      await api('DELETE /api/account/player-links/{id}', { params: { id } });
      toast('success', t`${name} 주소를 지웠어요.`);
    } catch (error) {
      // 404: the address was already removed elsewhere.
      if (!(error instanceof ApiError && error.status === 404))
        toast('error', t`주소를 지우지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
    if (newLink?.id === id) setNewLink(null);
    await query.refetch();
    setBusy(false);
  };

  if (step !== 'list')
    return (
      <OwnerGate>
        <LinkForm
          replaced={step === 'create' ? null : step}
          onDone={finish}
          onCancel={() => setStep('list')}
        />
      </OwnerGate>
    );
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>
          VLC나 코디처럼 다른 플레이어에서 실시간 TV와 라디오를 볼 수 있는 주소예요. 플레이어마다 하나씩
          만들어 주세요. 주소 하나로는 한 번에 한 채널만 볼 수 있고, 동시에 볼 수 있는 기기 수에 들어가요.
        </Trans>
      </p>
      <p className="mt-2 max-w-2xl text-quiet">
        <Trans>
          주소에는 만든 프로필의 시청 등급이 적용돼요. 암호화된 채널은 다른 플레이어에서 볼 수 없어서 목록에
          나오지 않아요.
        </Trans>
      </p>
      {newLink && <Addresses link={newLink} />}
      <div className="my-5">
        <Button look="primary" size="lg" onClick={() => setStep('create')}>
          <Trans>주소 만들기</Trans>
        </Button>
      </div>
      <AccountList list={query} label={t`다른 플레이어 주소`} empty={<Trans>아직 만든 주소가 없어요.</Trans>}>
        {(link) => {
          const { name, profile_name: profile } = link;
          const created = instant(link.created_at);
          const used = link.last_used_at && instant(link.last_used_at);
          return (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="font-bold [overflow-wrap:anywhere]">{name}</p>
                <p className="text-14 text-quiet [overflow-wrap:anywhere]">
                  <Trans>
                    {profile} 프로필 · {created}에 만들었어요
                  </Trans>
                </p>
                <p className="text-14 text-quiet">
                  {used ? <Trans>마지막 사용 {used}</Trans> : <Trans>아직 사용하지 않았어요</Trans>}
                </p>
              </div>
              <div className="flex gap-2">
                <Button aria-label={t`${name} 주소 바꾸기`} onClick={() => setStep(link)}>
                  <Trans>바꾸기</Trans>
                </Button>
                <Button aria-label={t`${name} 주소 지우기`} disabled={busy} onClick={() => void remove(link)}>
                  <Trans>지우기</Trans>
                </Button>
              </div>
            </div>
          );
        }}
      </AccountList>
    </>
  );
}

/** The addresses of a new token. They cannot be shown again. */
function Addresses({ link: { name, token } }: { link: NewLink }) {
  const { locale, origin } = useApp();
  const heading = useId();
  const at = (file: string) => `${origin}/api/live/${file}?token=${token}&lang=${locale}`;
  return (
    <section
      aria-labelledby={heading}
      className="mt-5 max-w-2xl space-y-4 rounded-lg border border-line bg-surface p-4 tablet:p-6"
    >
      <h2 id={heading} className="text-18 font-bold [overflow-wrap:anywhere]">
        <Trans>{name} 주소</Trans>
      </h2>
      <Said kind="info">
        <Trans>지금만 볼 수 있어요. 복사해서 플레이어에 넣고, 다른 사람에게는 알려 주지 마세요.</Trans>
      </Said>
      <Address label={<Trans>채널 목록(M3U)</Trans>} address={at('channels.m3u')} />
      <Address label={<Trans>편성표(XMLTV)</Trans>} address={at('epg.xml')} />
    </section>
  );
}

const Address = ({ label, address }: { label: ReactNode; address: string }) => (
  <div className="space-y-2">
    <p className="text-14 font-semibold">{label}</p>
    <p className="rounded-md bg-ground/60 p-3 text-14 [overflow-wrap:anywhere]">{address}</p>
    <CopyButton text={address} />
  </div>
);

interface LinkFormProps {
  /** The link that gets another token; null for a new link. */
  replaced: PlayerLink | null;
  onDone: (link: NewLink) => Promise<void>;
  onCancel: () => void;
}

function LinkForm({ replaced, onDone, onCancel }: LinkFormProps) {
  const { t } = useLingui();
  const context = useApp();
  const { api } = context;
  const lacksPassword = useLacksSecret();
  const sending = useSubmit(['name', 'password']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const name = String(entered.get('name') ?? '').trim();
    const password = String(entered.get('password') ?? '');
    const problems = {
      name: !replaced && rules.required(name),
      password: !lacksPassword && rules.required(password),
    };
    if (!sending.check(problems)) return;
    const secret = password ? { password } : {};
    void sending.send(async () => {
      const { data } = replaced
        ? await api('POST /api/account/player-links/{id}/replacements', {
            params: { id: replaced.id },
            body: secret,
          })
        : await api('POST /api/account/player-links', {
            body: { profile_id: profileIdOf(context) ?? '', name, ...secret },
          });
      await onDone(data);
    });
  };
  return (
    <form ref={sending.form} noValidate className="max-w-[440px] space-y-5" onSubmit={submit}>
      <p className="text-quiet">
        {replaced ? (
          <Trans>주소를 바꾸면 지금 주소는 바로 쓸 수 없고, 재생 중인 채널도 멈춰요.</Trans>
        ) : (
          <Trans>주소를 아는 사람은 누구나 이 채널을 볼 수 있어요. 쓰지 않게 되면 지워 주세요.</Trans>
        )}
      </p>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      {!replaced && (
        <Field
          label={t`플레이어 이름`}
          name="name"
          autoComplete="off"
          maxLength={40}
          placeholder={t`거실 TV`}
          error={sending.errorOf('name')}
        />
      )}
      {!lacksPassword && (
        <PasswordField
          label={t`비밀번호`}
          name="password"
          autoComplete="current-password"
          error={sending.errorOf('password')}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" onClick={onCancel}>
          <Trans>취소</Trans>
        </Button>
        <Button type="submit" look="primary" size="lg" disabled={sending.busy}>
          {replaced ? <Trans>주소 바꾸기</Trans> : <Trans>주소 만들기</Trans>}
        </Button>
      </div>
    </form>
  );
}
