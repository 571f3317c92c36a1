import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp, useSession } from '../../context.ts';
import { sitemapQuery } from './support.queries.ts';

const entry = 'inline-block rounded-sm py-1 text-quiet hover:text-text hover:underline';

/** Every part of the service, by name. */
export function SitemapPage() {
  const { t } = useLingui();
  const signedIn = useSession();
  const map = useQuery(sitemapQuery(useApp())).data?.data;
  if (!map) return null;
  return (
    <ListPage title={t`사이트맵`}>
      <div className="gutter mt-6 grid gap-x-8 gap-y-10 tablet:grid-cols-3 desktop:grid-cols-4">
        {map.categories.map((category) => (
          <Group
            key={category.id}
            title={
              <Link to="/category/$id" params={{ id: category.slug }} className="rounded-sm hover:underline">
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
        <Group title={<Trans>둘러보기</Trans>}>
          <li>
            <Link to="/new-releases/{-$category_id}" className={entry}>
              <Trans>새로 나온 작품</Trans>
            </Link>
          </li>
          <li>
            <Link to="/free-videos" className={entry}>
              <Trans>무료로 보기</Trans>
            </Link>
          </li>
        </Group>
        <Group title={<Trans>고객지원</Trans>}>
          {!signedIn && (
            <>
              <li>
                <Link to="/login" className={entry}>
                  <Trans>로그인</Trans>
                </Link>
              </li>
              <li>
                <Link to="/signup" className={entry}>
                  <Trans>가입하기</Trans>
                </Link>
              </li>
            </>
          )}
          <li>
            <Link to="/partner" className={entry}>
              <Trans>광고·제휴</Trans>
            </Link>
          </li>
          <li>
            <Link to="/plans" className={entry}>
              <Trans>이용권</Trans>
            </Link>
          </li>
          <li>
            <Link to="/subscription" className={entry}>
              <Trans>이용 안내</Trans>
            </Link>
          </li>
          <li>
            <Link to="/trial" className={entry}>
              <Trans>무료 체험</Trans>
            </Link>
          </li>
          <li>
            <Link to="/notice" className={entry}>
              <Trans>공지사항</Trans>
            </Link>
          </li>
          <li>
            <Link to="/faqs" className={entry}>
              <Trans>자주 묻는 질문</Trans>
            </Link>
          </li>
          <li>
            <Link to="/account-delete" className={entry}>
              <Trans>계정 삭제</Trans>
            </Link>
          </li>
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
