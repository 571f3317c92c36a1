import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sitemapMenu } from '../../../contract/pages.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp, useSession } from '../../context.ts';
import { useMenu } from '../../layout/use-menu.ts';
import { CategoryIcon } from '../../page/category-icon.tsx';
import { categoriesQuery } from '../../page/page.queries.ts';
import { sitemapNames } from './sitemap-names.ts';
import { sitemapQuery } from './support.queries.ts';

const entry = 'inline-block rounded-sm py-1 text-quiet hover:text-text hover:underline';

/** Every part of the service, by name. */
export function SitemapPage() {
  const { t, i18n } = useLingui();
  const signedIn = useSession();
  const context = useApp();
  const menu = useMenu();
  const map = useQuery(sitemapQuery(context)).data?.data;
  const isKid = signedIn?.profile?.is_kid === true;
  // The answer is shared by all viewers. A kids profile has the categories of its menu.
  const own = useQuery({ ...categoriesQuery(context), enabled: isKid }).data?.data ?? [];
  if (!map) return null;
  const ownSlugs = new Set(own.map(({ slug }) => slug));
  const categories = isKid ? map.categories.filter(({ slug }) => ownSlugs.has(slug)) : map.categories;
  const leadTo = (path: keyof typeof sitemapNames) => (
    <li key={path}>
      <Link to={path} className={entry}>
        {i18n._(sitemapNames[path])}
      </Link>
    </li>
  );
  return (
    <ListPage title={t`사이트맵`}>
      <div className="gutter mt-6 grid gap-x-8 gap-y-10 tablet:grid-cols-3 desktop:grid-cols-4">
        {categories.map((category) => (
          <Group
            key={category.id}
            title={
              <Link
                to="/category/$id"
                params={{ id: category.slug }}
                className="inline-flex items-center gap-2 rounded-sm hover:underline"
              >
                <CategoryIcon icon={category.icon} />
                {category.name}
              </Link>
            }
          >
            {category.subCategories.map((sub) => (
              <li key={sub.id}>
                <Link
                  to="/category/$id/$subId"
                  params={{ id: category.slug, subId: sub.slug }}
                  className={entry}
                >
                  {sub.name}
                </Link>
              </li>
            ))}
          </Group>
        ))}
        <Group title={<Trans>둘러보기</Trans>}>{sitemapMenu.browse.map(leadTo)}</Group>
        <Group title={<Trans>고객지원</Trans>}>
          {!signedIn && sitemapMenu.guest.map(leadTo)}
          {menu(sitemapMenu.support).map(leadTo)}
          {map.pages.map((page) => (
            <li key={page.slug}>
              <Link to="/$slug" params={{ slug: page.slug }} className={entry}>
                {page.title}
              </Link>
            </li>
          ))}
        </Group>
      </div>
    </ListPage>
  );
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-line pb-2 text-18">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </section>
  );
}
