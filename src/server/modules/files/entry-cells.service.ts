/**
 * Cells that name records with texts beside them, in exports and imports alike: `공유 (gong-yoo) | 김신 | Kim Shin; …`. A backslash before
 * a separator makes it part of the text.
 */

/** The cell of some entries, each of them the name of a record and its texts; empty texts at the end are left out. */
export const writeEntries = (entries: readonly (readonly string[])[]): string =>
  entries
    .map((parts) => {
      const filled = parts.slice(0, parts.findLastIndex((part) => part !== '') + 1);
      return filled.map((part) => part.replaceAll(/[\\;|]/g, '\\$&')).join(' | ');
    })
    .join('; ');

/** The entries of a cell. A new line separates them as well. */
export function readEntries(cell: string): string[][] {
  const entries = [['']];
  for (const [token] of cell.matchAll(/\\[\\;|]|[^\\;|\n]+|[\\;|\n]/g)) {
    const parts = entries.at(-1) ?? [];
    if (token === ';' || token === '\n') entries.push(['']);
    else if (token === '|') parts.push('');
    else parts.push((parts.pop() ?? '') + (token.length === 2 && token[0] === '\\' ? token[1] : token));
  }
  return entries.map((parts) => parts.map((part) => part.trim())).filter((parts) => parts.some(Boolean));
}

/** A record's name with its slug, for names that several records have. */
export const writeName = (name: string, slug: string): string =>
  name && slug ? `${name} (${slug})` : name || slug;

/** The slug in such a text. */
export const slugIn = (text: string): string | undefined => / \(([^()]+)\)$/.exec(text)?.[1];
