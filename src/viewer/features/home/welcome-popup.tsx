import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { isPreview } from '../../is-preview.ts';
import { popupQuery } from './home.queries.ts';

const isOutside = (link: string) => /^https?:/i.test(link);

const dayMs = 86_400_000;
/** A notice whose data comes later than this after the page is not shown. */
const lateAfterMs = 1_500;
const key = 'popup-hidden-until';

/** Whether the viewer has dismissed it for now. */
function isHidden(): boolean {
  if (isPreview) return false;
  try {
    return Number(localStorage.getItem(key)) > Date.now();
  } catch {
    return false;
  }
}

/** The notice is shown once per start of the app. This is set only in a browser, never on the server. */
let wasShown = false;

/**
 * The welcome notice, if there is one. It does not take the focus, and the page can be used beside it. It is not requested while
 * the viewer has dismissed it for a day.
 */
export function WelcomePopup() {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const [wanted, setWanted] = useState(false);
  const [closed, setClosed] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setWanted(!wasShown && !isHidden());
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const query = useQuery({ ...popupQuery(context), enabled: wanted });
  const popup = query.data?.data;
  // With the page or not at all: a notice that comes later would disturb.
  const [inTime, setInTime] = useState(false);
  if (wanted && popup && !late && !inTime) setInTime(true);
  const close = () => {
    wasShown = true;
    setClosed(true);
  };
  useEffect(() => {
    if (!inTime) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      wasShown = true;
      setClosed(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [inTime]);
  const hideForADay = () => {
    try {
      if (!isPreview) localStorage.setItem(key, String(Date.now() + dayMs));
    } catch {
      // Without browser storage the notice is shown again next time.
    }
    close();
  };
  // Internal links use the router: a full page load would show the notice again.
  const follow = (event: MouseEvent, link: string) => {
    close();
    if (isOutside(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(link);
  };
  if (!inTime || closed || !popup) return null;
  const picture = <Picture image={popup.image} kind="landscape" sizes="360px" alt={popup.title} />;
  return (
    <aside
      aria-label={popup.title || t`안내`}
      className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-[360px] animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-panel tablet:right-6 tablet:bottom-6 tablet:left-auto"
    >
      {popup.link ? (
        <a
          href={popup.link}
          className="block focus-visible:-outline-offset-2"
          {...(isOutside(popup.link) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          onClick={(event) => follow(event, popup.link ?? '/')}
        >
          {picture}
        </a>
      ) : (
        picture
      )}
      <div className="flex justify-between gap-2 p-3">
        <Button onClick={hideForADay}>
          <Trans>오늘은 그만 보기</Trans>
        </Button>
        <Button look="plain" onClick={close}>
          <Trans>닫기</Trans>
        </Button>
      </div>
    </aside>
  );
}
