import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { footerMenu } from '../../contract/pages.ts';
import { brandName } from '../../ui/brand.ts';
import { Logo } from '../../ui/components/logo.tsx';
import { useApp } from '../context.ts';
import { categoriesQuery, pagesQuery } from '../page/page.queries.ts';
import { StoreBadges } from '../page/store-badges.tsx';
import { LocaleSwitch } from './locale-switch.tsx';
import { pageNames } from './page-names.ts';
import { SocialLinks } from './social-links.tsx';
import { useMenu } from './use-menu.ts';

const entry = 'inline-block rounded-sm py-1 hover:text-text';

/** The end of every page: the shelves of the house, the language, whose it is. */
export function Footer() {
  const { t, i18n } = useLingui();
  const context = useApp();
  const menu = useMenu();
  const categories = useQuery(categoriesQuery(context));
  const pages = useQuery(pagesQuery(context));
  const name = brandName[context.locale];
  const year = new Date().getFullYear();
  return (
    <footer className="mt-16 border-t border-line/60">
      <div className="gutter flex flex-col gap-6 py-12 text-14 text-quiet">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Logo locale={context.locale} className="text-text" />
          <LocaleSwitch />
        </div>
        {categories.data && (
          <nav aria-label={t`하단 메뉴`}>
            <ul className="flex flex-wrap gap-x-6 gap-y-2">
              {categories.data.data.map((category) => (
                <li key={category.id}>
                  <Link
                    to="/category/$id"
                    params={{ id: category.slug }}
                    className="inline-block rounded-sm py-1 hover:text-text"
                  >
                    {category.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label={t`안내`}>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {pages.data?.data.map((page) => (
              <li key={page.slug}>
                <Link to="/$slug" params={{ slug: page.slug }} className={entry}>
                  {page.title}
                </Link>
              </li>
            ))}
            {menu(footerMenu).map((path) => (
              <li key={path}>
                <Link to={path} className={entry}>
                  {i18n._(pageNames[path])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SocialLinks />
        <StoreBadges />
        <p>
          <Trans>{name}는 북미에서 한국 드라마와 영화, 예능을 만나는 가장 편한 방법이에요.</Trans>
        </p>
        <p className="text-12">
          © {year} {name}
        </p>
      </div>
    </footer>
  );
}
