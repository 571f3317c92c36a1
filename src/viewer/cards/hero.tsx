import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Image } from '../../contract/wire.ts';
import { Icon } from '../../ui/components/icon.tsx';
import { Picture } from '../../ui/components/picture.tsx';

interface HeroProps {
  banner: Image | null;
  landscape: Image | null;
  children: ReactNode;
}

/** The wide picture at the top of a page, with what is written on it. */
export function Hero({ banner, landscape, children }: HeroProps) {
  return (
    <div className="relative">
      <div className="absolute inset-x-0 top-0 h-[min(70vw,72svh)] overflow-hidden tablet:h-[min(56vw,84svh)]">
        <Picture
          image={banner ?? landscape}
          kind={banner ? 'banner' : 'landscape'}
          sizes="(min-width: 1025px) 100vw, 130vw"
          eager
          fill
        />
        <div className="absolute inset-0 bg-linear-to-t from-ground via-ground/40 to-ground/10" />
        <div className="absolute inset-0 hidden bg-linear-to-r from-ground/90 via-ground/45 via-45% to-transparent to-75% tablet:block" />
      </div>
      <div className="gutter relative pt-[max(96px,44vw)] tablet:pt-[min(24vw,34svh)]">{children}</div>
    </div>
  );
}

export interface Crumb {
  name: string;
  link?: CrumbLink;
}

type CrumbLink =
  | { to: '/notice' | '/faqs' | '/youtube' | '/youtube/playlist' }
  | { to: '/youtube/category/$id'; params: { id: string } }
  | { to: '/category/$id'; params: { id: string } }
  | { to: '/category/$id/$subId'; params: { id: string; subId: string } }
  | { to: '/genre/$id'; params: { id: string } };

/** Where the page lies: Home, what is above it, itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`현재 위치`}>
      <ol className="flex flex-wrap items-center gap-1 text-14 text-text/80">
        <li>
          <Link to="/" className="rounded-sm py-1 hover:text-text hover:underline">
            <Trans>홈</Trans>
          </Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.name} className="flex items-center gap-1">
            <Icon name="right" size={14} className="text-quiet" />
            {crumb.link ? (
              <Link {...crumb.link} className="rounded-sm py-1 hover:text-text hover:underline">
                {crumb.name}
              </Link>
            ) : (
              <span aria-current="page">{crumb.name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
