import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Crumb } from '../../cards/hero.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { YoutubeChips } from './youtube-chips.tsx';

interface YoutubeListProps {
  /** The pages between the partner section and this one. */
  above?: readonly Crumb[];
  title: string;
  children: ReactNode;
}

/** A page of partner video that is mostly a list. */
export function YoutubeList({ above = [], title, children }: YoutubeListProps) {
  const { t } = useLingui();
  return (
    <ListPage above={[{ name: t`유튜브`, link: { to: '/youtube' } }, ...above]} title={title}>
      <YoutubeChips />
      <div className="gutter pt-4">{children}</div>
    </ListPage>
  );
}
