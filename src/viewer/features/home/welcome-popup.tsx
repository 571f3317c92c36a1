import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { isPreview } from '../../is-preview.ts';
import { popupQuery } from './home.queries.ts';

const isOutside = (link: string) => /^https?:/i.test(link);

const dayMs = 86_400_000;
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
 * The welcome notice, if there is one and the viewer has not dismissed it for a day. It does not take the focus, and the page can be
 * used beside it. Home's loader has its data, so it comes with the page or not at all.
 */
export function WelcomePopup() {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const [popup, setPopup] = useState(() =>
    wasShown || isHidden() ? null : context.queryClient.getQueryData(popupQuery(context).queryKey)?.data,
  );
  const close = () => {
    wasShown = true;
    setPopup(null);
  };
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
  if (!popup) return null;
  const content = (
    <>
      <Picture image={popup.image} kind="landscape" sizes="360px" />
      {popup.title && <p className="px-4 pt-3 text-18 font-bold">{popup.title}</p>}
    </>
  );
  return (
    <aside
      aria-label={popup.title || t`안내`}
      className="fixed inset-x-4 bottom-4 z-20 mx-auto mb-(--radio) max-w-[360px] animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-panel tablet:right-6 tablet:bottom-6 tablet:left-auto"
    >
      {popup.link ? (
        <a
          href={popup.link}
          className="block focus-visible:-outline-offset-2"
          {...(isOutside(popup.link) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          onClick={(event) => follow(event, popup.link ?? '/')}
        >
          {content}
        </a>
      ) : (
        content
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
