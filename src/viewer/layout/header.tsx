import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { headerMenu } from '../../contract/pages.ts';
import { cx } from '../../ui/class-names.ts';
import { buttonClass } from '../../ui/components/button.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { useApp, useSession } from '../context.ts';
import { CategoryIcon } from '../page/category-icon.tsx';
import { HomeLink } from '../page/home-link.tsx';
import { lazyAnswer, lazyPart } from '../page/lazy-part.tsx';
import { categoriesQuery, genresQuery } from '../page/page.queries.ts';
import { useComeBack } from './come-back.ts';
import { LocaleSwitch } from './locale-switch.tsx';
import { pageNames } from './page-names.ts';
import { SearchBox } from './search-box.tsx';
import { useMenu } from './use-menu.ts';

const loadMobileMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazyAnswer(loadMobileMenu, 'MobileMenu', ({ open }) => open);
const OwnMenu = lazyPart(() => import('./own-menu.tsx'), 'OwnMenu');

const navLink =
  'block shrink-0 rounded-sm px-2 py-2 text-14 font-medium whitespace-nowrap text-text/80 transition-colors hover:text-text min-[1850px]:px-3 min-[1850px]:text-16! [&[aria-current=page]]:font-bold [&[aria-current=page]]:text-text';
const menuButton = 'grid size-11 shrink-0 place-items-center rounded-full hover:bg-text/10';

/** The main header: transparent over a page's banner, solid once the page has been scrolled. */
export function Header({ overlay }: { overlay: boolean }) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const categories = useQuery(categoriesQuery(context));
  const genres = useQuery(genresQuery(context));
  const [menuOpen, setMenuOpen] = useState(false);
  const [menuWanted, setMenuWanted] = useState(false);
  const scrolled = useScrolled();
  const comeBack = useComeBack();
  const menu = useMenu();
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setMenuOpen(false)), [router]);

  const menuOpener = {
    type: 'button',
    'aria-expanded': menuOpen,
    onPointerDown: () => void loadMobileMenu(),
    onClick: () => {
      setMenuWanted(true);
      setMenuOpen(true);
    },
  } as const;

  // Both have an answer, good or bad: the menu will not jump any more.
  const ready = !categories.isPending && !genres.isPending;
  return (
    <header
      data-fixed=""
      className={cx(
        'fixed inset-x-0 top-0 z-30 h-(--header) transition-[background-color,opacity] duration-200',
        overlay && !scrolled
          ? 'bg-linear-to-b from-ground/80 to-transparent'
          : 'bg-ground/95 backdrop-blur-md',
        !ready && 'invisible opacity-0',
      )}
    >
      <div className="gutter flex h-full items-center gap-2 desktop:gap-4 min-[1850px]:gap-6">
        <button
          {...menuOpener}
          className={cx(menuButton, '-ml-2.5 desktop:hidden')}
          aria-label={t`메뉴 열기`}
        >
          <Icon name="menu" />
        </button>
        <HomeLink className="shrink-0 rounded-sm" />
        <nav aria-label={t`주 메뉴`} className="hidden min-w-0 flex-1 desktop:block">
          <ul className="no-scrollbar fade-end flex items-center overflow-x-auto px-1 py-1 pr-6">
            {headerMenu.first.map((path) => (
              <li key={path} className="shrink-0">
                <Link to={path} className={navLink}>
                  {i18n._(pageNames[path])}
                </Link>
              </li>
            ))}
            {categories.data?.data.map((category) => (
              <li key={category.id} className="shrink-0">
                <Link
                  to="/category/$id"
                  params={{ id: category.slug }}
                  className={cx(navLink, category.icon && 'flex! items-center gap-1.5')}
                >
                  <CategoryIcon icon={category.icon} />
                  {category.name}
                </Link>
              </li>
            ))}
            {[...headerMenu.last, ...(signedIn?.profile ? headerMenu.own : [])].map((path) => (
              <li key={path} className="shrink-0">
                <Link to={path} className={navLink}>
                  {i18n._(pageNames[path])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t`이용 메뉴`} className="hidden shrink-0 items-center desktop:flex">
          {menu(headerMenu.service).map((path) => (
            <Link key={path} to={path} className={navLink}>
              {i18n._(pageNames[path])}
            </Link>
          ))}
          {menu(headerMenu.more).map((path) => (
            <Link key={path} to={path} className={cx(navLink, 'hidden wide:block')}>
              {i18n._(pageNames[path])}
            </Link>
          ))}
          <button {...menuOpener} className={cx(menuButton, 'min-[1600px]:hidden')} aria-label={t`전체 메뉴`}>
            <Icon name="menu" />
          </button>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2 tablet:gap-3">
          <SearchBox />
          <div className="hidden desktop:block">
            <LocaleSwitch />
          </div>
          {signedIn?.profile ? (
            <Suspense fallback={<div className="w-22 tablet:w-28" />}>
              <OwnMenu />
            </Suspense>
          ) : (
            <Link
              to="/login"
              preload={false}
              className={buttonClass('primary', 'md', 'min-h-9! px-4! text-14!')}
              onClick={comeBack}
            >
              <Trans>로그인</Trans>
            </Link>
          )}
        </div>
      </div>
      {menuWanted && (
        <Suspense>
          <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const measure = () => setScrolled(window.scrollY > 24);
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    return () => window.removeEventListener('scroll', measure);
  }, []);
  return scrolled;
}
