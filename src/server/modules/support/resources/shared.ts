/** What the resources of support share. */
import { failField } from '../../../errors.ts';
import { snake } from '../../../resource/model.ts';
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

/** The same for HTML that has to say something; fails, naming the field, when nothing of it is kept that can be read or seen. */
export function cleanedRequired<V extends object>(values: V, ...columns: (keyof V & string)[]): V {
  const clean = cleaned(values, ...columns);
  for (const column of columns) {
    const html = clean[column];
    if (typeof html === 'string' && !saysSomething(html)) failField(snake(column), 'required');
  }
  return clean;
}

/** Whether cleaned HTML has a picture, or text between its tags: there a `<` begins a tag, always. */
const saysSomething = (html: string): boolean =>
  html.includes('<img') || html.split('<').some((part) => part.slice(part.indexOf('>') + 1).trim() !== '');
