import { Trans, useLingui } from '@lingui/react/macro';
import type { ChannelCard as Channel } from '../../../contract/viewer/live.ts';
import type { Card } from '../../../contract/wire.ts';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { episodesText } from '../../cards/episodes-text.ts';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { Section } from '../../page/section.tsx';
import { ChannelCard, channelSizes } from './channel-card.tsx';
import { useNow } from './on-air.ts';

interface ChannelSectionProps {
  name: string;
  /** The page of all channels. */
  to: '/live-tv' | '/radio';
  channels: readonly Channel[];
  series?: readonly Card[];
}

/** Home's channels of TV or radio. Below those of TV are the series that had a new episode last. */
export function ChannelSection({ name, to, channels, series = [] }: ChannelSectionProps) {
  const { t } = useLingui();
  const at = useNow();
  return (
    <div className="space-y-10 desktop:space-y-12">
      <Section title={name} link={{ to }}>
        <Shelf
          items={channels}
          keyOf={(card) => card.id}
          shape="landscape"
          label={name}
          previousLabel={t`이전`}
          nextLabel={t`다음`}
        >
          {(card, tabIndex) => <ChannelCard card={card} at={at} tabIndex={tabIndex} sizes={channelSizes} />}
        </Shelf>
      </Section>
      {series.length > 0 && (
        <Section title={<Trans>새 회차가 나온 시리즈</Trans>}>
          <TitleShelf
            cards={series}
            shape="portrait"
            label={t`새 회차가 나온 시리즈`}
            note={(card) => {
              const text = episodesText(card);
              return text && t`${text}화`;
            }}
          />
        </Section>
      )}
    </div>
  );
}
