import { createRoot } from 'react-dom/client';
import { Slide, ToastContainer, toast as toastify } from 'react-toastify';

export type ToastKind = 'success' | 'error' | 'info';

/** A button in a toast. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

let mounted: Promise<void> | undefined;

/** Shows a toast: top right, three seconds, closed by a click, held while the pointer is on it. */
export async function showToast(kind: ToastKind, message: string, action?: ToastAction): Promise<void> {
  mounted ??= mount();
  await mounted;
  // The same words twice would only push each other down the page.
  const content = action ? (
    <span>
      {message}{' '}
      <button type="button" className="min-h-11 font-bold underline" onClick={action.onPress}>
        {action.label}
      </button>
    </span>
  ) : (
    message
  );
  toastify[kind](content, { toastId: `${kind}:${message}` });
}

async function mount(): Promise<void> {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <ToastContainer
      position="top-right"
      autoClose={3000}
      closeOnClick
      pauseOnHover
      hideProgressBar
      closeButton={false}
      transition={Slide}
      theme="dark"
      limit={3}
    />,
  );
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
