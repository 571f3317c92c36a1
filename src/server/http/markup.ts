/** Text in HTML and XML. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The text as it has to be written between tags and in quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
