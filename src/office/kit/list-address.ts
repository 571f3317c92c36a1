/** The address of a list with its filters. */
export const listAddress = (resource: string, filter: Record<string, unknown>, order?: string): string => {
  const query = new URLSearchParams(order);
  if (Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter));
  return query.size > 0 ? `/${resource}?${query}` : `/${resource}`;
};
