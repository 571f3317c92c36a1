import { useEffect, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import { ControlButton } from './control-button.tsx';

type MenuName = 'captions' | 'settings' | 'channels';

export type Menu = ReturnType<typeof useMenu>;

/** Which menu is open. */
export function useMenu() {
  const [open, show] = useState<MenuName | null>(null);
  return { open, show, close: () => show(null) };
}

interface MenuButtonProps {
  menu: Menu;
  name: MenuName;
  label: string;
  on?: boolean;
}

/** Opens a menu, and closes it again. */
export function MenuButton({ menu, name, label, on }: MenuButtonProps) {
  const expanded = menu.open === name;
  return (
    <ControlButton
      icon={name}
      label={label}
      on={on}
      expanded={expanded}
      onPress={() => menu.show(expanded ? null : name)}
    />
  );
}

/** Closes an open menu when something outside it is pressed, and gives the focus back to its button. */
export function MenuCloser({ onClose }: { onClose: () => void }) {
  const close = useLatest(onClose);
  useEffect(() => {
    const opener = document.querySelector<HTMLElement>('[data-menu-button][aria-expanded=true]');
    const onPress = (event: Event) => {
      const target = event.target;
      if (target instanceof Element && target.closest('[role=dialog], [data-menu-button]')) return;
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', onPress, { capture: true });
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, [close]);
  return null;
}
