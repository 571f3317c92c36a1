import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { PageMeta } from '../../../contract/wire.ts';
import { cx } from '../../../ui/class-names.ts';

/** The numbers of a list's pages, around the one that is open. */
export function Paging({
  meta,
  to,
  search,
}: {
  meta: PageMeta;
  to: '/notice' | '/faqs';
  search?: { category?: string };
}) {
  const { t } = useLingui();
  if (meta.last_page < 2) return null;
  const first = Math.max(1, Math.min(meta.current_page - 2, meta.last_page - 4));
  const pages = Array.from({ length: Math.min(5, meta.last_page) }, (_, index) => first + index);
  return (
    <nav aria-label={t`쪽 이동`} className="mt-8 flex justify-center gap-1">
      {pages.map((page) => (
        <Link
          key={page}
          to={to}
          search={{ ...search, ...(page > 1 ? { page } : {}) }}
          aria-label={t`${page}쪽`}
          aria-current={page === meta.current_page ? 'page' : undefined}
          className={cx(
            'grid size-11 place-items-center rounded-md font-semibold tabular-nums',
            page === meta.current_page
              ? 'bg-raised text-text'
              : 'text-quiet hover:bg-surface hover:text-text',
          )}
        >
          {page}
        </Link>
      ))}
    </nav>
  );
}
