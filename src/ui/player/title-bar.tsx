import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ControlButton } from './control-button.tsx';

interface TitleBarProps {
  title: string;
  /** Lines below the title; those that are empty are left out. */
  subtitle: string;
  next: string | null | undefined;
  actions: ReactNode;
  onBack: () => void;
}

/** The way back, what is playing, and buttons of the page. */
export function TitleBar({ title, subtitle, next, actions, onBack }: TitleBarProps) {
  const { t } = useLingui();
  return (
    <div
      data-remote-line=""
      className="player-title pointer-events-none flex items-center gap-3 bg-linear-to-b from-black/80 to-transparent p-3 pb-16 tablet:gap-4 tablet:p-6 tablet:pb-20"
    >
      <ControlButton icon="back" label={t`뒤로 가기`} onPress={onBack} className="pointer-events-auto" />
      <div className="min-w-0">
        <h1 className="truncate text-18 tablet:text-22">{title}</h1>
        {subtitle && <p className="truncate text-14 text-text/80 tablet:text-16">{subtitle}</p>}
        {next && <p className="truncate text-14 text-text/80">{next}</p>}
      </div>
      {actions && <div className="pointer-events-auto ml-auto flex shrink-0 gap-2">{actions}</div>}
    </div>
  );
}
