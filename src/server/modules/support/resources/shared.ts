/** What the resources of support share. */
import { safeHtml } from '../html.ts';

/** The values with their HTML cleaned: what runs, or loads from elsewhere, is never stored. */
export function cleaned<V extends object>(values: V, ...columns: (keyof V)[]): V {
  const clean = { ...values };
  for (const column of columns) {
    const html = values[column];
    if (typeof html === 'string') clean[column] = safeHtml(html) as V[keyof V];
  }
  return clean;
}
