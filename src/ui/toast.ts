export type ToastKind = 'success' | 'error' | 'info';

/** What a toast offers to do: its button does it. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** Shows a short message at the top right; the toasts' own code is fetched with the first one. */
export function toast(kind: ToastKind, message: string, action?: ToastAction): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, message, action));
}
