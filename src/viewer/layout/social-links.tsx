import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SocialLink } from '../../contract/viewer/support.ts';
import { useApp } from '../context.ts';
import { socialLinksQuery } from '../page/page.queries.ts';

/** Strokes of each service's sign, drawn by us. */
const signs: Record<SocialLink['icon'], string> = {
  youtube: 'M5 6.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM10.5 9.5v5l4-2.5Z',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM16.8 7.2v.01',
  facebook: 'M15.5 4H14a3.5 3.5 0 0 0-3.5 3.5V20M7.5 11.5H15',
  x: 'm5 5 14 14M19 5 5 19',
  tiktok: 'M13.5 4v11.5a3.5 3.5 0 1 1-3.5-3.5M13.5 4a5 5 0 0 0 5 5',
  kakao: 'M12 5c5 0 8.5 2.9 8.5 6.5S17 18 12 18l-4 2.5.6-3C5.5 16.5 3.5 14.2 3.5 11.5 3.5 7.9 7 5 12 5Z',
  naver: 'M6.5 18.5v-13l11 13v-13',
  other: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
};

/** Where else the service is; what cannot be loaded is left out. */
export function SocialLinks() {
  const { t } = useLingui();
  const links = useQuery(socialLinksQuery(useApp())).data?.data ?? [];
  if (links.length === 0) return null;
  return (
    <nav aria-label={t`소셜 미디어`}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ id, name, url, icon }) => (
          <li key={id}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              title={name}
              className="grid size-11 place-items-center rounded-full bg-raised hover:text-text"
            >
              <svg
                viewBox="0 0 24 24"
                width={20}
                height={20}
                aria-hidden="true"
                focusable="false"
                fill="none"
                stroke="currentColor"
                strokeWidth={1.9}
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={signs[icon]} />
              </svg>
              <span className="sr-only">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
