export type ToastKind = 'success' | 'error' | 'info';

/** Shows a short message at the top right; the toasts' own code is fetched with the first one. */
export function toast(kind: ToastKind, message: string): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, message));
}
