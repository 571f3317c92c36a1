/** The number of the last page of a list, at least 1. */
export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/** Where a page begins, and how long it is. */
export const pageWindow = (query: { page: number; per_page: number }) => ({
  limit: query.per_page,
  offset: (query.page - 1) * query.per_page,
});

/** The `meta` of a page. */
export const pageMeta = (query: { page: number; per_page: number }, total: number) => ({
  current_page: query.page,
  last_page: lastPage(total, query.per_page),
  per_page: query.per_page,
  total,
});
