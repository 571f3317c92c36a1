/** The layout of a message: one column that every mail program renders alike, and the same as plain text. */
import { escaped } from '../../http/markup.ts';

/** The functions that a message uses beside its values. */
export interface MailAbout {
  brand: string;
  /** The address of a path of the viewer app. */
  link(path: string): string;
  /** An instant in readable form, in the service's zone. */
  instant(at: Date): string;
  day(at: Date): string;
  /** The name of a country by its code. */
  country(code: string): string;
}

export interface MailContent {
  subject: string;
  /** The preview that lists show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type in, in large type. */
  code?: string;
  facts?: [label: string, value: string][];
  /** Rows of cells. The first cell of a row names its subject, and the other cells are figures. */
  table?: { heading: string[]; rows: string[][] };
  button?: { label: string; url: string };
  /** Small print below the line: what to do when the message is not expected. */
  note?: string;
}

export interface MailFrame {
  locale: 'ko' | 'en';
  brand: string;
  origin: string;
  supportEmail: string;
  /** Address for unsubscribing from mail of this kind, if that is possible. */
  unsubscribeUrl?: string | null | undefined;
}

const stop = { ko: '이런 메일 그만 받기', en: 'Stop emails like this' };

const ink = '#14181d';
const quiet = '#5b6570';
const line = '#e3e7eb';
const accent = '#c23216';
const fonts = "'Pretendard','Apple SD Gothic Neo','Malgun Gothic','Segoe UI',Helvetica,Arial,sans-serif";

/** The message as HTML. All texts are escaped. */
export function mailHtml(
  content: MailContent,
  { locale, brand, origin, supportEmail, unsubscribeUrl }: MailFrame,
): string {
  const { subject, preview, heading, paragraphs, code, facts, table, button, note } = content;
  const row = (html: string, style = '') => `<tr><td style="padding:0 32px 16px;${style}">${html}</td></tr>`;
  const help = locale === 'ko' ? '도움이 필요하면' : 'Need help?';
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid ${line};border-radius:12px;font-family:${fonts};font-size:16px;line-height:1.6;color:${ink};word-break:keep-all;overflow-wrap:anywhere">
<tr><td style="padding:28px 32px 20px"><a href="${escaped(origin)}" style="color:${accent};font-size:20px;font-weight:800;text-decoration:none">${escaped(brand)}</a></td></tr>
${row(`<h1 style="margin:0;font-size:22px;line-height:1.35;font-weight:700">${escaped(heading)}</h1>`)}
${paragraphs.map((text) => row(escaped(text))).join('\n')}
${code === undefined ? '' : row(`<p style="margin:4px 0;padding:16px;border-radius:8px;background:#f3f5f7;text-align:center;font-size:32px;font-weight:800;letter-spacing:8px">${escaped(code)}</p>`)}
${
  facts
    ? row(
        `<table role="presentation" cellpadding="0" cellspacing="0" style="font-size:15px">${facts
          .map(
            ([label, value]) =>
              `<tr><td style="padding:2px 20px 2px 0;color:${quiet};white-space:nowrap;vertical-align:top">${escaped(label)}</td><td style="padding:2px 0">${escaped(value)}</td></tr>`,
          )
          .join('')}</table>`,
      )
    : ''
}
${table ? row(tableHtml(table)) : ''}
${button ? row(`<a href="${escaped(button.url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:${accent};color:#ffffff;font-weight:700;text-decoration:none">${escaped(button.label)}</a><p style="margin:12px 0 0;font-size:13px;color:${quiet};word-break:break-all">${escaped(button.url)}</p>`) : ''}
${note ? row(`<p style="margin:8px 0 0;padding-top:16px;border-top:1px solid ${line};font-size:14px;color:${quiet}">${escaped(note)}</p>`) : ''}
<tr><td style="padding:0 32px 28px;font-size:13px;color:${quiet}">${help} <a href="mailto:${escaped(supportEmail)}" style="color:${quiet}">${escaped(supportEmail)}</a>${unsubscribeUrl ? `<br><a href="${escaped(unsubscribeUrl)}" style="color:${quiet}">${stop[locale]}</a>` : ''}</td></tr>
</table></td></tr></table>
</body></html>`;
}

function tableHtml({ heading, rows }: NonNullable<MailContent['table']>): string {
  const cell = (tag: 'th' | 'td', text: string, at: number) =>
    `<${tag} align="${at === 0 ? 'left' : 'right'}" style="padding:4px 0 4px ${at === 0 ? 0 : 12}px;border-bottom:1px solid ${line};font-weight:${tag === 'th' ? 600 : 400}">${escaped(text)}</${tag}>`;
  const lineOf = (tag: 'th' | 'td', cells: string[]) =>
    `<tr>${cells.map((text, at) => cell(tag, text, at)).join('')}</tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">${lineOf('th', heading)}${rows.map((cells) => lineOf('td', cells)).join('')}</table>`;
}

/** The message as plain text. */
export function mailText(
  content: MailContent,
  { locale, brand, supportEmail, unsubscribeUrl }: MailFrame,
): string {
  const { heading, paragraphs, code, facts, table, button, note } = content;
  return [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(facts ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(table ? [[table.heading, ...table.rows].map((cells) => cells.join(' | ')).join('\n')] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...(note ? [note] : []),
    `-- \n${brand} · ${locale === 'ko' ? '도움이 필요하면' : 'Need help?'} ${supportEmail}${unsubscribeUrl ? `\n${stop[locale]}: ${unsubscribeUrl}` : ''}`,
  ].join('\n\n');
}
