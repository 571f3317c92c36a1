import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Locale } from '../../../contract/errors.ts';
import type { Answer } from '../../../ui/api-client.ts';
import { type Store, useStore } from '../../../ui/store.ts';

type Shown = Answer<'GET /api/preview'>['data'];

const korea = 'Asia/Seoul';

/** `2026-12-01 09:00` in a zone. */
const instantIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

interface PreviewBarProps {
  shown: Shown;
  ended: Store<boolean>;
  locale: Locale;
  /** The address of the preview; what follows is the page's own. */
  base: string;
}

/** Says above every page as whom and when it is seen, and when the hour is over, what to do. */
export function PreviewBar({ shown, ended, locale, base }: PreviewBarProps) {
  const { t } = useLingui();
  const isOver = useStore(ended);
  useEffect(() => {
    const timer = setTimeout(() => ended.set(true), Date.parse(shown.expires_at) - Date.now());
    return () => clearTimeout(timer);
  }, [shown, ended]);
  if (isOver) {
    return (
      <div role="alert" className="preview-bar bg-rose text-ground">
        <p className="line-clamp-2">
          <Trans>미리보기 시간이 끝났어요. 직원 화면에서 미리보기를 다시 열어 주세요.</Trans>
        </p>
      </div>
    );
  }
  return (
    <aside aria-label={t`미리보기`} className="preview-bar bg-gold text-ground">
      <p className="line-clamp-3">
        <strong className="font-semibold">
          <Trans>미리보기</Trans>
        </strong>
        {' · '}
        <Who shown={shown} />
        {' · '}
        {new Intl.DisplayNames([locale], { type: 'region' }).of(shown.country)}
        {' · '}
        <When shown={shown} />
      </p>
      {window.top === window && (
        <button
          type="button"
          className="shrink-0 rounded-sm border border-ground/50 px-2 py-0.5 font-semibold hover:bg-ground/10"
          onClick={() => {
            const { pathname, search } = window.location;
            window.location.replace((pathname.slice(base.length) || '/') + search);
          }}
        >
          <Trans>끝내기</Trans>
        </button>
      )}
    </aside>
  );
}

/** In place of a page: the address is no preview's, or no longer. */
export function PreviewEnded() {
  return (
    <main className="gutter grid min-h-dvh place-items-center text-center">
      <div className="max-w-lg">
        <h1 className="text-28">
          <Trans>미리보기 시간이 끝났어요</Trans>
        </h1>
        <p className="mt-3 text-quiet">
          <Trans>직원 화면에서 미리보기를 다시 열어 주세요.</Trans>
        </p>
      </div>
    </main>
  );
}

function Who({ shown: { who, age, plan } }: { shown: Shown }) {
  if (who === 'guest') return <Trans>로그인하지 않은 손님</Trans>;
  return (
    <>
      {age === null ? <Trans>성인</Trans> : <Trans>어린이 {age}세</Trans>}
      {' · '}
      {plan ? <Trans>이용권 있음</Trans> : <Trans context="preview">이용권 없음</Trans>}
    </>
  );
}

function When({ shown: { at, live, zone } }: { shown: Shown }) {
  if (live) return <Trans>지금</Trans>;
  const instant = new Date(at);
  const here = instantIn(instant, zone);
  const there = instantIn(instant, korea);
  return (
    <span className="tabular-nums">
      <Trans>
        {here} 태평양 ({there} 한국)
      </Trans>
    </span>
  );
}
