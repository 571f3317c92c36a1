import type { ToastAction, ToastKind } from './toaster.tsx';

/** Shows a short message at the top right. The code of toasts is fetched with the first one. */
export function toast(kind: ToastKind, message: string, action?: ToastAction): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, message, action));
}
