import { Outlet } from '@tanstack/react-router';
import { HomeLink } from '../page/home-link.tsx';
import { Framed } from '../page/page-frame.tsx';
import { DeletionBar, useUnreadDeletion } from './deletion-bar.tsx';

/** Only the logo above the page: for choosing and editing profiles. */
export function LogoLayout() {
  const deletionAt = useUnreadDeletion();
  return (
    <>
      <header className="gutter absolute inset-x-0 top-0 flex h-(--header) items-center">
        <HomeLink className="rounded-sm" preload={false} />
      </header>
      <main id="main" tabIndex={-1} className="min-h-dvh pt-(--header)">
        {/* Pages of signing in use this layout. */}
        {deletionAt && <DeletionBar at={deletionAt} />}
        <Framed>
          <Outlet />
        </Framed>
      </main>
    </>
  );
}
