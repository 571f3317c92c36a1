/** Form encoding as Stripe takes it: `a[b][c]=d`, `a[0]=b`, `a[]=b`. */

export type Form = { [key: string]: string | Form | undefined };

const maxDepth = 6;
const maxFields = 400;

/** Reads a query or body. Answers undefined for what is not one. */
export function readForm(text: string): Form | undefined {
  const form: Form = Object.create(null);
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    const [first, ...rest] = name.replaceAll(']', '').split('[');
    const path = [first ?? '', ...rest];
    if (fields > maxFields || path.length > maxDepth || value.includes('\0') || name.includes('\0'))
      return undefined;
    let at = form;
    for (const [index, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(at).length) : part;
      if (index === path.length - 1) at[key] = value;
      else {
        const next = at[key] ?? (Object.create(null) as Form);
        if (typeof next === 'string') return undefined;
        at[key] = next;
        at = next;
      }
    }
  }
  return form;
}

/** The texts of a list. */
export const listOf = (value: Form[string]): string[] =>
  typeof value === 'object' ? Object.values(value).filter((own) => typeof own === 'string') : [];
