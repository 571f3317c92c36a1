import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { brandName, site } from '../../ui/brand.ts';
import { buttonClass } from '../../ui/components/button.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { useApp } from '../context.ts';

const key = 'maru.app-popup';

/** On phones: that there is an app, in a bar at the bottom that goes away for good once it is closed. */
export function AppPopup({ store }: { store: 'apple' | 'google' }) {
  const { t } = useLingui();
  const name = brandName[useApp().locale];
  const [closed, setClosed] = useState(wasClosed);
  useEffect(() => {
    // The end of the page stays in reach above the bar.
    document.body.classList.toggle('has-app-popup', !closed);
    return () => document.body.classList.remove('has-app-popup');
  }, [closed]);
  if (closed) return null;
  const close = () => {
    setClosed(true);
    try {
      localStorage.setItem(key, 'closed');
    } catch {
      // Without browser storage the popup is shown again on the next visit.
    }
  };
  return (
    <aside
      aria-label={t`앱 안내`}
      className="fixed inset-x-0 bottom-0 z-20 flex animate-rise items-center gap-1 border-t border-line bg-raised py-2 pr-2 pl-(--gutter)"
    >
      <p className="min-w-0 flex-1 text-14">
        <Trans>{name} 앱으로 더 편하게 보세요.</Trans>
      </p>
      <a
        href={store === 'apple' ? site.app_store_url : site.play_store_url}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('primary', 'md', 'text-14!')}
        onClick={close}
      >
        <Trans>앱 받기</Trans>
      </a>
      <button
        type="button"
        aria-label={t`앱 안내 닫기`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-quiet hover:text-text"
        onClick={close}
      >
        <Icon name="close" size={20} />
      </button>
    </aside>
  );
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
