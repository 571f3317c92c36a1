import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../class-names.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The id of the heading inside that names the dialog. */
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, Escape and a press on the backdrop close it, and
 * focus goes back to where it was. What carries `data-first-focus` has the focus when it opens.
 */
export function Dialog({ open, onClose, labelledBy, label, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the backdrop's key, and the browser handles it
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      aria-label={label}
      className={cx('backdrop:animate-fade', className)}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current && isOutside(event, ref.current)) onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}

/** Whether a press was on the backdrop: it is the dialog's own too, like one on its padding. */
function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The usual look of a dialog in the middle of the screen. */
export const dialogCard =
  'm-auto w-[min(27.5rem,calc(100vw-2rem))] animate-pop rounded-lg border border-line bg-surface p-6 shadow-panel tablet:p-8';
