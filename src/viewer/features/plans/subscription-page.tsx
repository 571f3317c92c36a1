import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { Features, Guide, Register } from './subscription-panels.tsx';

const route = getRouteApi('/main/subscription');
const tabs = ['features', 'register', 'guide'] as const;

/** So long after the page has come the tab that its address names is opened. */
const openTabMs = 250;

/** What the service is, how to join, how to install it: three tabs, each with an address. */
export function SubscriptionPage() {
  const { t } = useLingui();
  const { tab = 'features' } = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<(typeof tabs)[number]>('features');
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    // What was pressed here opens at once.
    if (pressed.current) return setShown(tab);
    const timer = setTimeout(() => setShown(tab), openTabMs);
    return () => clearTimeout(timer);
  }, [tab]);

  const names = { features: t`서비스 특징`, register: t`가입하기`, guide: t`이용 가이드` };
  const panels = { features: <Features />, register: <Register />, guide: <Guide /> };
  const open = (next: (typeof tabs)[number]) => {
    pressed.current = true;
    void navigate({ search: next === 'features' ? {} : { tab: next }, replace: true, resetScroll: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = (tabs.indexOf(shown) + step + tabs.length) % tabs.length;
    open(tabs[at] as (typeof tabs)[number]);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <ListPage title={t`이용 안내`}>
      <div
        ref={list}
        role="tablist"
        aria-label={t`이용 안내`}
        className="no-scrollbar gutter mt-4 flex gap-2 overflow-x-auto py-1"
        onKeyDown={onKeyDown}
      >
        {tabs.map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            type="button"
            role="tab"
            aria-selected={each === shown}
            aria-controls={`panel-${each}`}
            tabIndex={each === shown ? 0 : -1}
            className={cx(
              'h-11 shrink-0 rounded-full px-4 text-14 font-semibold transition-colors tablet:px-5 tablet:text-16',
              each === shown ? 'bg-text text-ground' : 'bg-raised text-quiet hover:text-text',
            )}
            onClick={() => open(each)}
          >
            {names[each]}
          </button>
        ))}
      </div>
      {tabs.map((each) => (
        <div
          key={each}
          id={`panel-${each}`}
          role="tabpanel"
          aria-labelledby={`tab-${each}`}
          hidden={each !== shown}
          className="gutter mt-8 animate-fade"
        >
          {panels[each]}
        </div>
      ))}
    </ListPage>
  );
}
