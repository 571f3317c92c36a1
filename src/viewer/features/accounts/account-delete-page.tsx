import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { site } from '../../../ui/brand.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { DeletionFacts } from './deletion-facts.tsx';

interface Credentials {
  username: string;
  password: string;
}

/**
 * Requests the deletion of an account by its username and password. The page does not use the current login session: it signs in
 * for this request and signs out right after it.
 */
export function AccountDeletePage() {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit();
  const [asking, setAsking] = useState<Credentials | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ done: boolean; text: string } | null>(null);

  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const username = String(entered.get('username')).trim();
    const password = String(entered.get('password'));
    setSaid(null);
    const found = { username: rules.required(username), password: rules.required(password) };
    if (sending.check(found)) setAsking({ username, password });
  };

  const request = async (credentials: Credentials) => {
    setAsking(null);
    setBusy(true);
    try {
      const { data } = await api('POST /api/login', { body: { ...credentials, device: 'web' }, token: null });
      const { token } = data;
      try {
        await api('POST /api/account/delete-request', { token });
      } finally {
        await api('POST /api/user/logout', { token }).catch(() => undefined);
      }
      sending.form.current?.reset();
      setSaid({
        done: true,
        text: t`계정 삭제를 신청했어요. 계정에 담긴 모든 정보는 90일 안에 지워져요.`,
      });
    } catch (error) {
      setSaid({ done: false, text: explain(error) });
    }
    setBusy(false);
  };

  const explain = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'network')
      return t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`;
    if (error.code === 'credentials' || error.code === 'invalid') return t`아이디나 비밀번호가 맞지 않아요.`;
    return error.message || t`신청하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`;
  };

  return (
    <ListPage title={t`계정 삭제`}>
      <div className="gutter mt-2">
        <DeletionFacts />
        {site.sign_in_with.length > 0 && (
          <p className="mt-4 max-w-2xl text-quiet">
            <Trans>
              비밀번호 없이 가입하셨다면{' '}
              <Link to="/account/$" params={{ _splat: 'delete' }} className="underline underline-offset-4">
                로그인해서 신청해 주세요
              </Link>
              .
            </Trans>
          </p>
        )}
        <form
          ref={sending.form}
          noValidate
          className="mt-6 max-w-[440px] space-y-5 rounded-lg border border-line bg-surface p-6 tablet:p-8"
          onSubmit={ask}
        >
          {said && (
            <p
              role="alert"
              className={cx('flex gap-2 rounded-md px-4 py-3', said.done ? 'bg-jade/15' : 'bg-rose/15')}
            >
              <Icon
                name={said.done ? 'check' : 'info'}
                size={20}
                className={cx('mt-0.5', said.done ? 'text-jade' : 'text-rose')}
              />
              <span>{said.text}</span>
            </p>
          )}
          <Field
            label={t`아이디 또는 이메일`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            error={sending.errorOf('username')}
          />
          <Field
            label={t`비밀번호`}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={256}
            error={sending.errorOf('password')}
          />
          <Button type="submit" look="primary" size="lg" className="w-full" disabled={busy}>
            {busy ? <Trans>신청하는 중…</Trans> : <Trans>계정 삭제 신청</Trans>}
          </Button>
        </form>
      </div>
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        labelledBy="delete-title"
        className={dialogCard}
      >
        <h2 id="delete-title" className="text-22">
          <Trans>이 계정을 정말 삭제할까요?</Trans>
        </h2>
        <p className="mt-3 text-quiet">
          <Trans>지워진 정보는 되돌릴 수 없어요.</Trans>
        </p>
        <div className="mt-6 grid grid-cols-2 gap-2">
          <Button onClick={() => setAsking(null)} data-first-focus="">
            <Trans>취소</Trans>
          </Button>
          <Button look="primary" onClick={() => asking && void request(asking)}>
            <Trans>삭제하기</Trans>
          </Button>
        </div>
      </Dialog>
    </ListPage>
  );
}
