/** What the lists' special filters read: whoever may not read one of these fields cannot ask by them. */

/** By resource and filter, the fields; of another resource with its name before. A filter that is not named reads the field that it is called by. */
export const filterReads: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  categories: { top: ['parent_id'] },
  clips: { category_id: ['category_id', 'sub_category_id'], playlist_id: ['playlists.clip_ids'] },
  customers: { suspended: ['suspended_at'], plan_id_in: ['plan_id'], plan_id_empty: ['plan_id'] },
  events: { changed: ['action'] },
  genres: { top: ['parent_id'] },
  imports: { has_problems: ['state', 'counts'] },
  inquiries: { assigned: ['assigned_to'] },
  logins: { succeeded: ['outcome'] },
  pages: { versioned: ['kind'] },
  'partner-categories': { top: ['parent_id'] },
  'payment-differences': { resolved: ['resolved_at'] },
  programmes: { category_id: ['category_id', 'sub_category_id'] },
  'stb-categories': { top: ['parent_id'] },
  'tax-reports': { differs: ['difference_cents'] },
};

type Hidden = Readonly<Partial<Record<string, readonly string[]>>>;

/** Whether a field, of a resource unless it names another, is among the hidden ones. */
export function isHiddenField(hidden: Hidden, resource: string, field: string): boolean {
  const [own = '', of = resource] = field.split('.').reverse();
  return hidden[of]?.includes(own) ?? false;
}

/** Whether a list's filter reads a hidden field; `field`: the one that it is called by. */
export const readsHidden = (hidden: Hidden, resource: string, filter: string, field = filter): boolean =>
  (filterReads[resource]?.[filter] ?? [field]).some((own) => isHiddenField(hidden, resource, own));
