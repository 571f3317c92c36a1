/**
 * The app as a preview shows it, at `/preview/<language>/<token>/…`. Every call names the preview. Who is looking is kept in memory, so
 * that whoever opened it stays who they are in their own tabs.
 */
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { createBrowserHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { Locale } from '../../../contract/errors.ts';
import { ApiError, browserFetch, type FetchJson, makeApi } from '../../../ui/api-client.ts';
import { makeStore } from '../../../ui/store.ts';
import { makeApp } from '../../app.tsx';
import { setClock } from '../../clock.ts';
import { fetchFont } from '../../font.ts';
import { makeScreen } from '../../screen.ts';
import { makeSession, type SessionStorage } from '../../session.ts';
import { PreviewBar, PreviewEnded } from './preview-bar.tsx';

type Messages = Parameters<typeof makeApp>[0]['messages'];

interface Given {
  container: HTMLElement;
  locale: Locale;
  messages: Messages;
  loadPageMessages: () => Promise<Messages>;
}

function memory(): SessionStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Starts the app of a preview in its element. */
export async function startPreview({ container, locale, messages, loadPageMessages }: Given): Promise<void> {
  const [base = '', token = ''] = /^\/preview\/\w+\/([\w-]+)/.exec(window.location.pathname) ?? [];
  const ended = makeStore(false);
  const fetchJson: FetchJson = async (request) => {
    const answer = await browserFetch({ ...request, headers: { ...request.headers, 'X-Preview': token } });
    if ((answer.json as { code?: string } | null)?.code === 'preview_ended') ended.set(true);
    return answer;
  };
  const session = makeSession(memory(), memory());
  const app = makeApp({
    fetchJson,
    locale,
    origin: window.location.origin,
    messages,
    loadPageMessages,
    history: createBrowserHistory({
      createHref: (path) => base + path,
      parseLocation() {
        const { pathname, search, hash } = window.location;
        const path = pathname.slice(base.length) || '/';
        return { href: path + search + hash, pathname: path, search, hash, state: window.history.state };
      },
    }),
    session,
    screen: makeScreen(),
  });
  const { context } = app;
  const api = makeApi({ fetchJson, locale: () => locale, token: () => null, onSignedOut: () => undefined });
  const [shown] = await Promise.all([
    api('GET /api/preview').then(
      ({ data }) => data,
      (error: unknown) => (error instanceof ApiError ? undefined : Promise.reject(error)),
    ),
    context.pageTexts(),
  ]);
  if (shown) setClock(new Date(shown.at));
  if (shown?.profile_id) {
    const { data: user } = await api('GET /api/user');
    // The server knows who looks by the preview alone.
    session.signIn(user, 'preview');
    session.choose(user.profiles.find(({ id }) => id === shown.profile_id) ?? null);
  }
  document.documentElement.dataset.preview = '';
  container.replaceChildren();
  createRoot(container, {
    onCaughtError: (error) => error instanceof ApiError || console.error(error),
  }).render(
    <>
      <I18nProvider i18n={context.i18n}>
        {shown ? <PreviewBar shown={shown} ended={ended} locale={locale} base={base} /> : <PreviewEnded />}
      </I18nProvider>
      {shown && app.element}
    </>,
  );
  if (!shown) document.title = context.i18n._(msg`미리보기`);
  else app.start();
  document.documentElement.dataset.ready = '';
  const applyFont = await fetchFont(container).catch(() => undefined);
  await applyFont?.();
}
