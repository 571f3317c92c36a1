/** What the resources of support share. */
import { maxHtmlLength } from '../../../../contract/admin/fields.ts';
import { failField } from '../../../errors.ts';
import { snake } from '../../../resource/model.ts';
import { safeHtml } from '../html.ts';

/**
 * The values with their HTML cleaned: what runs, or loads from elsewhere, is never stored. Fails, naming the field, when it is too long
 * then: a character such as `&` is written as several.
 */
export function cleaned<V extends object>(values: V, ...columns: (keyof V & string)[]): V {
  const clean = { ...values };
  for (const column of columns) {
    const sent = values[column];
    if (typeof sent !== 'string') continue;
    const html = safeHtml(sent);
    if (html.length > maxHtmlLength) failField(snake(column), 'max_text', { max: maxHtmlLength });
    clean[column] = html as V[keyof V & string];
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
