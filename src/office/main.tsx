import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { applySettings } from '../ui/brand.ts';
import '../ui/fonts.css';
import { catchLostFocus } from '../ui/lost-focus.ts';
import { App } from './app.tsx';

const settings = document.getElementById('settings')?.textContent;
if (settings) applySettings(JSON.parse(settings));

// A data router, because only that can keep staff from leaving a form with unsaved changes.
const router = createBrowserRouter([{ path: '*', element: <App /> }], { basename: '/office' });
// Without transitions: react-admin empties its caches right after it shows the login page, and a page that changes a
// moment later would sign the guest out again, without end.
createRoot(document.getElementById('app')!).render(<RouterProvider router={router} useTransitions={false} />);
catchLostFocus(
  document,
  () => document.getElementById('main-content') ?? document.querySelector<HTMLElement>('main'),
);
