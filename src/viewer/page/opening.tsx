import { useLingui } from '@lingui/react/macro';
import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { Icon } from '../../ui/components/icon.tsx';
import { Waiting } from '../../ui/player/waiting.tsx';
import { isTelevision, remoteBackKeys } from '../../ui/television.ts';
import { type Pressed, useApp } from '../context.ts';

/** The title as the pressed button showed it; null after a direct visit. */
export function usePressed(): Pressed | null {
  const { current } = useApp().pressed;
  const { id } = useParams({ strict: false });
  return current?.id === id ? current : null;
}

/** The player's page while its code or its session is on its way. */
export function Opening() {
  const { t } = useLingui();
  const router = useRouter();
  const pressed = usePressed();
  const leave = useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: isTelevision() ? '/tv' : '/', replace: true });
  }, [router]);
  useEffect(() => {
    if (!isTelevision()) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!remoteBackKeys.includes(event.key)) return;
      event.preventDefault();
      leave();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [leave]);
  return (
    <main className="fixed inset-0 z-40 overflow-hidden bg-black">
      {pressed?.picture && (
        <img src={pressed.picture} alt="" className="absolute inset-0 size-full object-contain" />
      )}
      <Waiting isStart />
      <div
        aria-busy="true"
        className="player-title relative flex items-center gap-3 bg-linear-to-b from-black/80 to-transparent p-3 pb-16 tablet:gap-4 tablet:p-6 tablet:pb-20"
      >
        <button
          type="button"
          aria-label={t`뒤로 가기`}
          title={t`뒤로 가기`}
          className="grid size-12 shrink-0 place-items-center rounded-full transition-[background-color,transform] hover:bg-text/15 active:scale-90"
          onClick={leave}
        >
          <Icon name="left" size={28} />
        </button>
        {pressed && <h1 className="truncate text-18 tablet:text-22">{pressed.title}</h1>}
      </div>
    </main>
  );
}
