import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Passkey } from '../../../contract/account/passkeys.ts';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AppContext, useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { AccountList, useDeviceWords } from '../accounts/account-list.tsx';
import { ReauthenticatedAction } from '../accounts/reauthenticated-action.tsx';
import { create, knowsPasskeys, reasonOf } from './device.ts';

const passkeysQuery = ({ api, session }: AppContext) =>
  queryOptions({
    queryKey: ['account', session.get()?.user.id, 'passkeys'],
    queryFn: async ({ signal }) => (await api('GET /api/account/passkeys', { signal })).data,
    staleTime: 0,
  });

/** The passkeys of the account: adding, renaming and removing them. */
export function PasskeysPage() {
  const { t } = useLingui();
  const context = useApp();
  const { api } = context;
  const { instant } = useDeviceWords();
  const query = useQuery(passkeysQuery(context));
  const [known, setKnown] = useState(true);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  useEffect(() => setKnown(knowsPasskeys()), []);

  if (adding) return <Adding onDone={() => setAdding(false)} reload={() => query.refetch()} />;
  if (removing) {
    const { id, name } = removing;
    return (
      <ReauthenticatedAction
        title={t`${name} 패스키를 지울까요?`}
        submit={t`지우기`}
        onCancel={() => setRemoving(null)}
        run={async () => {
          await api('DELETE /api/account/passkeys/{id}', { params: { id } });
          toast('success', t`패스키를 지웠어요.`);
          await query.refetch();
          setRemoving(null);
        }}
      >
        <Trans>
          지우면 이 패스키로는 더 로그인할 수 없어요. 기기에 남은 패스키는 기기 설정에서 지워 주세요.
        </Trans>
      </ReauthenticatedAction>
    );
  }
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>
          패스키가 있으면 비밀번호 대신 지문이나 얼굴, 기기의 잠금 번호로 로그인해요. 외울 것이 없고, 가짜
          사이트에서는 쓸 수 없어서 안전해요.
        </Trans>
      </p>
      <div className="my-5">
        {known ? (
          <Button look="primary" size="lg" onClick={() => setAdding(true)}>
            <Trans>패스키 만들기</Trans>
          </Button>
        ) : (
          <Said kind="info">
            <Trans>이 브라우저에서는 패스키를 만들 수 없어요. 최신 브라우저에서 다시 열어 주세요.</Trans>
          </Said>
        )}
      </div>
      <AccountList list={query} label={t`패스키`} empty={<Trans>아직 패스키가 없어요.</Trans>}>
        {(passkey) => {
          const { name } = passkey;
          const made = instant(passkey.created_at);
          const used = passkey.last_used_at && instant(passkey.last_used_at);
          return (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-bold [overflow-wrap:anywhere]">
                  {name}
                  {passkey.backed_up && (
                    <Badge tone="jade">
                      <Trans>백업됨</Trans>
                    </Badge>
                  )}
                </p>
                <p className="text-14 text-quiet">
                  <Trans>만든 때 {made}</Trans>
                </p>
                <p className="text-14 text-quiet">
                  {used ? <Trans>마지막 사용 {used}</Trans> : <Trans>아직 사용하지 않았어요</Trans>}
                </p>
              </div>
              <div className="flex gap-2">
                <Button aria-label={t`${name} 이름 바꾸기`} onClick={() => setRenaming(passkey)}>
                  <Trans>이름 바꾸기</Trans>
                </Button>
                <Button aria-label={t`${name} 지우기`} onClick={() => setRemoving(passkey)}>
                  <Trans>지우기</Trans>
                </Button>
              </div>
            </div>
          );
        }}
      </AccountList>
      <Dialog
        open={renaming !== null}
        onClose={() => setRenaming(null)}
        labelledBy="rename-title"
        className={dialogCard}
      >
        {renaming && (
          <Renaming passkey={renaming} onDone={() => setRenaming(null)} reload={() => query.refetch()} />
        )}
      </Dialog>
    </>
  );
}

interface ChangeProps {
  onDone: () => void;
  reload: () => Promise<unknown>;
}

function Adding({ onDone, reload }: ChangeProps) {
  const { t } = useLingui();
  const { api } = useApp();
  const explain = {
    broken_off: t`패스키를 만들지 않았어요. 만들려면 다시 눌러 주세요.`,
    there_already: t`이 기기에는 이미 이 계정의 패스키가 있어요.`,
    wrong_address: t`이 주소에서는 패스키를 만들 수 없어요.`,
    other: t`이 기기에서는 패스키를 만들지 못했어요. 다른 기기에서 시도해 주세요.`,
  };
  return (
    <ReauthenticatedAction
      title={t`패스키 만들기`}
      submit={t`이 기기로 만들기`}
      onCancel={onDone}
      run={async () => {
        const { data: options } = await api('POST /api/account/passkeys/options');
        const credential = await create(options).catch((error: unknown) => {
          throw new ApiError(400, 'passkey_refused', explain[reasonOf(error)]);
        });
        await api('POST /api/account/passkeys', { body: { credential } });
        toast('success', t`패스키를 만들었어요.`);
        await reload();
        onDone();
      }}
    >
      <Trans>
        버튼을 누르면 기기가 지문이나 얼굴, 잠금 번호를 물어봐요. 그 정보는 기기 밖으로 나가지 않아요.
      </Trans>
    </ReauthenticatedAction>
  );
}

function Renaming({ passkey: { id, name }, onDone, reload }: ChangeProps & { passkey: Passkey }) {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit(['name']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = String(new FormData(event.currentTarget).get('name')).trim();
    if (!sending.check({ name: rules.required(entered) })) return;
    void sending.send(async () => {
      await api('PATCH /api/account/passkeys/{id}', { params: { id }, body: { name: entered } });
      await reload();
      onDone();
    });
  };
  return (
    <form ref={sending.form} noValidate className="space-y-5" onSubmit={submit}>
      <h2 id="rename-title" className="text-22">
        <Trans>패스키 이름 바꾸기</Trans>
      </h2>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`이름`}
        name="name"
        autoComplete="off"
        maxLength={40}
        defaultValue={name}
        data-first-focus=""
        error={sending.errorOf('name')}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onDone}>
          <Trans>취소</Trans>
        </Button>
        <Button type="submit" look="primary" disabled={sending.busy}>
          <Trans>저장하기</Trans>
        </Button>
      </div>
    </form>
  );
}
