import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { chip } from '../../cards/chip.ts';
import { useApp } from '../../context.ts';
import { partnerCategoriesQuery } from './partner-video.queries.ts';

/** The pages of partner video, one beside the other. */
export function YoutubeChips() {
  const { t } = useLingui();
  const categories = useQuery(partnerCategoriesQuery(useApp())).data?.data ?? [];
  return (
    <nav aria-label={t`유튜브 메뉴`}>
      <ul className="no-scrollbar gutter flex gap-2 overflow-x-auto py-2">
        <li className="shrink-0">
          <Link to="/youtube" activeOptions={{ exact: true }} className={chip}>
            <Trans>추천</Trans>
          </Link>
        </li>
        <li className="shrink-0">
          <Link to="/youtube/new-arrival" className={chip}>
            <Trans>새로 올라온 영상</Trans>
          </Link>
        </li>
        <li className="shrink-0">
          <Link to="/youtube/playlist" activeOptions={{ exact: true }} className={chip}>
            <Trans>재생목록</Trans>
          </Link>
        </li>
        {categories.map((category) => (
          <li key={category.id} className="shrink-0">
            <Link to="/youtube/category/$id" params={{ id: category.slug }} className={chip}>
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
