import { useLingui } from '@lingui/react/macro';
import { Link, Outlet } from '@tanstack/react-router';
import { brandName } from '../../ui/brand.ts';
import { Logo } from '../../ui/components/logo.tsx';
import { useApp } from '../context.ts';
import { DeletionBar, useUnreadDeletion } from './deletion-bar.tsx';

/** Only the logo above the page: for choosing and editing profiles. */
export function LogoLayout() {
  const { t } = useLingui();
  const { locale } = useApp();
  const deletionAt = useUnreadDeletion();
  return (
    <>
      <header className="gutter absolute inset-x-0 top-0 flex h-(--header) items-center">
        <Link to="/" aria-label={`${brandName[locale]}, ${t`홈으로`}`} className="rounded-sm" preload={false}>
          <Logo locale={locale} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="min-h-dvh pt-(--header)">
        {/* Who signs in comes by here first. */}
        {deletionAt && <DeletionBar at={deletionAt} />}
        <Outlet />
      </main>
    </>
  );
}
