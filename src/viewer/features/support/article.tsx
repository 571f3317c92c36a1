import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from '../../cards/hero.tsx';
import { useApp } from '../../context.ts';

/** The day of an instant, in the service's zone and the page's language. */
export function Day({ at }: { at: string }) {
  const { locale } = useApp();
  const day = new Date(at).toLocaleDateString(locale === 'ko' ? 'ko-KR' : 'en-US', {
    year: 'numeric',
    month: locale === 'ko' ? '2-digit' : 'short',
    day: '2-digit',
    timeZone: 'America/Los_Angeles',
  });
  return <time dateTime={at}>{day}</time>;
}

/** HTML that the server has sanitised, set as running text. */
export function Prose({ html }: { html: string }) {
  return (
    <div
      className="prose-text"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on its way out
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

interface ArticleProps {
  above: readonly Crumb[];
  title: string;
  /** Small words under the title. */
  note?: ReactNode;
  html: string;
  /** What belongs to the text and is no text. */
  below?: ReactNode;
  /** Below the text: where to go back to. */
  children: ReactNode;
}

/** A page that is one text. */
export function Article({ above, title, note, html, below, children }: ArticleProps) {
  return (
    <div className="gutter pt-6 pb-4 tablet:pt-10">
      <Breadcrumb crumbs={[...above, { name: title }]} />
      <article className="mt-2 max-w-3xl">
        <h1 className="text-28 font-extrabold text-balance tablet:text-36">{title}</h1>
        {note && <p className="mt-2 text-14 text-quiet">{note}</p>}
        <div className="mt-6 border-t border-line pt-6">{html && <Prose html={html} />}</div>
        {below}
        <div className="mt-10">{children}</div>
      </article>
    </div>
  );
}
