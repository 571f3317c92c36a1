/** HTML that staff write. What is kept is text, lists, tables, links and pictures of ours; nothing that runs or loads. */
import sanitize from 'sanitize-html';

/** The same HTML without anything that could run, load from elsewhere, or cover the page. */
export const safeHtml = (html: string): string =>
  sanitize(html.normalize('NFC'), {
    allowedTags: [
      ...[
        'h2',
        'h3',
        'h4',
        'p',
        'br',
        'hr',
        'strong',
        'b',
        'em',
        'i',
        'u',
        's',
        'small',
        'code',
        'pre',
        'blockquote',
      ],
      ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    // Without an address, a picture is shown as broken.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    allowProtocolRelative: false,
    transformTags: {
      // The page has its own first heading, and the editor's lower ones are read as the lowest there is.
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      // Only artwork of the service: a picture from elsewhere tells its owner who looks.
      img: (tagName, { src, ...attribs }) => ({
        tagName,
        attribs: src?.startsWith('/images/') ? { src, ...attribs } : attribs,
      }),
      a: (tagName, attribs) => ({
        tagName,
        attribs: /^https?:/i.test(attribs.href ?? '')
          ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' }
          : attribs,
      }),
    },
  });
