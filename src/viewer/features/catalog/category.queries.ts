import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** A row's first titles; its others come as it is scrolled. */
const perRow = ({ screen }: AppContext) => (screen.size() === 'pc' ? 6 : 15);

/** A category's names and banner. */
export const categoryHomeQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['category', id, 'home', profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/category/home', {
        query: { id, profile_id, device: context.screen.device, web: '1' },
        signal,
      }),
  });
};

/** A category's rows, one for each sub-category. */
export const categoryItemsQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['category', id, 'items', profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/category/items', {
        query: { id, profile_id, sub_per_page: perRow(context), device: context.screen.device, web: '1' },
        signal,
      }),
  });
};
