import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { headerMenu, mobileMenu } from '../../contract/pages.ts';
import { Avatar } from '../../ui/components/avatar.tsx';
import { buttonClass } from '../../ui/components/button.tsx';
import { Dialog } from '../../ui/components/dialog.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { Logo } from '../../ui/components/logo.tsx';
import { useApp, useSession } from '../context.ts';
import { useLogout } from '../features/accounts/use-logout.ts';
import { CategoryIcon } from '../page/category-icon.tsx';
import { categoriesQuery } from '../page/page.queries.ts';
import { useComeBack } from './come-back.ts';
import { LocaleSwitch } from './locale-switch.tsx';
import { pageNames } from './page-names.ts';
import { useMenu } from './use-menu.ts';

/** Here the questions stand for all help. */
const names = { ...pageNames, '/faqs': msg`고객센터` };

/** The menu that slides in: everything the header leads to. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const logout = useLogout();
  const router = useRouter();
  const others = signedIn?.user.profiles.filter(({ id }) => id !== signedIn.profile?.id) ?? [];
  const comeBack = useComeBack();
  const menu = useMenu();
  const categories = useQuery(categoriesQuery(context));
  const item =
    'flex w-full items-center gap-3 min-h-11 rounded-md px-3 py-2 text-18 font-medium hover:bg-raised [&[aria-current=page]]:bg-raised [&[aria-current=page]]:font-bold';
  const entry = (path: keyof typeof names) => (
    <li key={path}>
      <Link to={path} className={item}>
        {i18n._(names[path])}
      </Link>
    </li>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={t`메뉴`}
      className="m-0 h-dvh max-h-none w-[min(320px,calc(100vw-48px))] max-w-none animate-slide bg-surface p-4"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between pl-3">
          <Logo locale={context.locale} />
          <button
            type="button"
            aria-label={t`메뉴 닫기`}
            className="grid size-11 place-items-center rounded-full hover:bg-raised"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label={t`주 메뉴`} className="mt-4 flex-1 overflow-y-auto">
          <ul>
            {mobileMenu.home.map((path) => (
              <li key={path}>
                <Link to={path} activeOptions={{ exact: true }} className={item}>
                  {i18n._(pageNames[path])}
                </Link>
              </li>
            ))}
            {[...headerMenu.first, ...headerMenu.last].map(entry)}
            {categories.data?.data.map((category) => (
              <li key={category.id}>
                <Link to="/category/$id" params={{ id: category.slug }} className={item}>
                  <CategoryIcon icon={category.icon} />
                  {category.name}
                </Link>
              </li>
            ))}
            {signedIn?.profile && headerMenu.own.map(entry)}
            {signedIn?.profile && !signedIn.profile.is_kid && mobileMenu.managing.map(entry)}
          </ul>
          <ul className="mt-2 border-t border-line pt-2">
            {menu([...headerMenu.service, ...headerMenu.more, ...mobileMenu.help]).map(entry)}
          </ul>
          {signedIn?.profile && others.length > 0 && (
            <ul aria-label={t`다른 프로필`} className="mt-2 border-t border-line pt-2">
              {others.map((other) => (
                <li key={other.id}>
                  <button
                    type="button"
                    className={item}
                    onClick={() => {
                      context.session.setProfileChange(other.id);
                      void router.navigate({ to: '/profiles/change' });
                    }}
                  >
                    <Avatar profile={other} className="size-8 rounded-sm" />
                    <span className="min-w-0 flex-1 truncate text-left">{other.name}</span>
                    {other.has_pin && <Icon name="lock" size={16} className="text-quiet" />}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </nav>
        <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
          <LocaleSwitch />
          {signedIn ? (
            <button type="button" className={buttonClass('quiet', 'md')} onClick={() => void logout()}>
              <Trans>로그아웃</Trans>
            </button>
          ) : (
            <Link to="/login" className={buttonClass('primary', 'md')} onClick={comeBack}>
              <Trans>로그인</Trans>
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  );
}
