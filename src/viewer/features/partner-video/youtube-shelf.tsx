import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { isShown } from '../../cards/is-shown.ts';
import type { SectionLink } from '../../links.ts';
import { Section } from '../../page/section.tsx';
import { ClipCard } from './clip-card.tsx';

interface YoutubeShelfProps {
  title: string;
  link: SectionLink;
  clips: readonly Clip[];
  aside?: ReactNode;
}

/** A titled row of clips. */
export function YoutubeShelf({ title, link, clips, aside }: YoutubeShelfProps) {
  const { t } = useLingui();
  return (
    <Section title={title} link={link} aside={aside}>
      <Shelf
        items={clips.filter(isShown)}
        keyOf={(clip) => clip.id}
        shape="landscape"
        label={title}
        previousLabel={t`이전`}
        nextLabel={t`다음`}
      >
        {(clip, tabIndex) => <ClipCard clip={clip} tabIndex={tabIndex} place="shelf" />}
      </Shelf>
    </Section>
  );
}
