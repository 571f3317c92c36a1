import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Icon } from '../../../ui/components/icon.tsx';
import { useSession } from '../../context.ts';
import { PageSkeleton } from '../../page/page-skeleton.tsx';
import { KidsNotice } from '../accounts/kids-notice.tsx';
import { type AccountPage, accountGroups, findAccountPage } from './account-pages.ts';

/** A page of the account area, by the address under `/account/`: the area's menu beside it where there is room. */
export function AccountPageRoute() {
  const { _splat: address = '' } = useParams({ from: '/main/account/$' });
  const found = findAccountPage(address);
  const isKid = useSession()?.profile?.is_kid;
  if (!found) return null;
  if (isKid) return <KidsNotice />;
  return (
    <AccountFrame page={found.page}>
      <Suspense fallback={<PageSkeleton bare />}>
        <found.page.Page params={found.params} />
      </Suspense>
    </AccountFrame>
  );
}

const link =
  'flex min-h-11 items-center rounded-md px-3 py-2 text-quiet hover:bg-surface hover:text-text [&[aria-current=page]]:bg-surface [&[aria-current=page]]:font-semibold [&[aria-current=page]]:text-text';

/** The area's menu, the page's name, and the page. On small screens the overview is the menu. */
function AccountFrame({ page, children }: { page: AccountPage; children: ReactNode }) {
  const { t, i18n } = useLingui();
  return (
    <div className="gutter mx-auto grid max-w-[1200px] gap-x-16 pt-6 tablet:pt-10 desktop:grid-cols-[240px_minmax(0,1fr)]">
      <nav aria-label={t`계정`} className="hidden desktop:block">
        <Link to="/account" className="mb-4 block px-3 text-22 font-bold hover:underline">
          <Trans>계정</Trans>
        </Link>
        {accountGroups.map((group) => (
          <div key={group.name.id} className="mb-5">
            <p className="mb-1 flex items-center gap-2 px-3 text-12 font-semibold text-quiet">
              <Icon name={group.icon} size={16} />
              {i18n._(group.name)}
            </p>
            <ul>
              {group.pages.map(({ path, name }) => (
                <li key={path}>
                  <Link to="/account/$" params={{ _splat: path }} className={link}>
                    {i18n._(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="min-w-0 pb-8">
        <Link
          to="/account"
          className="-ml-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-md pr-3 text-quiet hover:text-text desktop:hidden"
        >
          <Icon name="left" size={20} />
          <Trans>계정</Trans>
        </Link>
        <h1 className="mb-6 text-28 font-extrabold text-balance">{i18n._(page.name)}</h1>
        {children}
      </div>
    </div>
  );
}
