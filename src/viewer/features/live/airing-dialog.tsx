import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Airing, Channel } from '../../../contract/viewer/live.ts';
import { Grade } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { dayText, isInKorea, koreaText, spanText } from './times.ts';

export interface Chosen {
  channel: Channel;
  airing: Airing;
}

/** What an entry of the guide is: when, on which channel, and the way to its page. Closed, it gives the focus back. */
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
      <div className="mt-6 flex flex-wrap gap-3">
        {airing.programme && (
          <Link
            to="/view/$type/$id"
            params={{ type: airing.programme.type, id: airing.programme.slug }}
            className={buttonClass('primary', 'md', 'flex-1')}
            data-first-focus=""
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
