import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Airing, Channel } from '../../../contract/viewer/live.ts';
import { Grade } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { clockNow } from '../../clock.ts';
import { useApp } from '../../context.ts';
import { usePlayLink } from '../playback/use-play.ts';
import { watchable } from './catch-up.ts';
import { useNow } from './on-air.ts';
import { dayText, isInKorea, koreaText, spanText } from './times.ts';

export interface Chosen {
  channel: Channel;
  airing: Airing;
}

/** An entry of the guide: its time and channel, and links to the player and its page. Closed, it returns the focus. */
export function AiringDialog({ chosen, onClose }: { chosen: Chosen | null; onClose: () => void }) {
  return (
    <Dialog open={chosen !== null} onClose={onClose} labelledBy="airing-title" className={dialogCard}>
      {chosen && <Content chosen={chosen} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { locale } = useApp();
  const { channel, airing } = chosen;
  const korea = koreaText(locale, airing.starts_at);
  const can = watchable(channel, airing, useNow() ?? clockNow());
  const isWatchable = can.at === 'on' || can.at === 'again';
  return (
    <>
      {airing.image && (
        <Picture image={airing.image} kind="landscape" sizes="440px" className="mb-4 rounded-md" />
      )}
      <p className="text-14 text-quiet">
        {channel.number} {channel.name}
      </p>
      <h2 id="airing-title" className="mt-1 text-22">
        {airing.title}
      </h2>
      {airing.subtitle && <p className="text-quiet">{airing.subtitle}</p>}
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        <Grade maturity={airing.maturity} locale={locale} />
        <span>
          {dayText(locale, Date.parse(airing.starts_at))} {spanText(locale, airing)}
        </span>
        {!isInKorea() && (
          <span className="text-quiet">
            <Trans>한국 {korea}</Trans>
          </span>
        )}
      </p>
      {can.at === 'over' && (
        <p className="mt-3 text-14 text-quiet">
          {can.why === 'channel' ? (
            <Trans>다시보기를 제공하지 않는 채널이에요.</Trans>
          ) : (
            <Trans>다시보기 기간이 지났어요.</Trans>
          )}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {can.at === 'on' && <WatchLink chosen={chosen} />}
        {(can.at === 'again' || (can.at === 'on' && can.startOver)) && (
          <WatchLink chosen={chosen} from={Date.parse(airing.starts_at)} again={can.at === 'again'} />
        )}
        {airing.programme && (
          <Link
            to="/view/$type/$id"
            params={{ type: airing.programme.type, id: airing.programme.slug }}
            className={buttonClass(isWatchable ? 'quiet' : 'primary', 'md', 'flex-1')}
            data-first-focus={isWatchable ? undefined : ''}
          >
            <Trans>자세히 보기</Trans>
            <span className="sr-only">: {airing.title}</span>
          </Link>
        )}
        <Button className="flex-1" onClick={onClose}>
          <Trans>닫기</Trans>
        </Button>
      </div>
    </>
  );
}

interface WatchLinkProps {
  chosen: Chosen;
  /** The start of the airing. Without it, the link leads to the live channel. */
  from?: number;
  again?: boolean;
}

/** A link to the player: the live channel, or the airing from its start. */
function WatchLink({ chosen: { channel, airing }, from, again = false }: WatchLinkProps) {
  const target = { type: 't' as const, id: channel.slug };
  const facts = { premium: channel.premium, title: channel.name };
  const link = usePlayLink(facts, from === undefined ? target : { ...target, from });
  const isFirst = from === undefined || again;
  return (
    <Link
      {...link}
      className={buttonClass(isFirst ? 'primary' : 'quiet', 'md', 'flex-1 whitespace-nowrap')}
      data-first-focus={isFirst ? '' : undefined}
    >
      {from === undefined ? (
        <Trans>실시간으로 보기</Trans>
      ) : again ? (
        <Trans>다시보기</Trans>
      ) : (
        <Trans>처음부터 보기</Trans>
      )}
      <span className="sr-only">: {airing.title}</span>
    </Link>
  );
}
