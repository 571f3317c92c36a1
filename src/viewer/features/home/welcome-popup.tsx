import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { profileIdOf, useApp } from '../../context.ts';
import { isPreview } from '../../is-preview.ts';

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

/** The popup is shown once per start of the app. This is set only in a browser, never on the server. */
let wasShown = false;

/** The welcome popup, if there is one. It is not requested while the viewer has dismissed it for a day. */
export function WelcomePopup() {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const [wanted, setWanted] = useState(false);
  const [closed, setClosed] = useState(false);
  useEffect(() => setWanted(!wasShown && !isHidden()), []);
  const profile_id = profileIdOf(context);
  const popup = useQuery({
    queryKey: ['home', 'popup', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/popup', { query: { profile_id }, signal }),
    enabled: wanted,
  }).data?.data;
  const close = () => {
    wasShown = true;
    setClosed(true);
  };
  const hideForADay = () => {
    try {
      if (!isPreview) localStorage.setItem(key, String(Date.now() + dayMs));
    } catch {
      // Without browser storage the popup is shown again next time.
    }
    close();
  };
  // Internal links use the router: a full page load would show the popup again.
  const follow = (event: MouseEvent, link: string) => {
    close();
    if (isOutside(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(link);
  };
  const open = wanted && !closed && popup !== undefined && popup !== null;
  const picture = popup && <Picture image={popup.image} kind="landscape" sizes="440px" alt={popup.title} />;
  return (
    <Dialog
      open={open}
      onClose={close}
      label={popup?.title ?? t`안내`}
      className={`${dialogCard} overflow-hidden p-0! tablet:p-0!`}
    >
      {popup?.link ? (
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
        <Button look="plain" onClick={close} data-first-focus="">
          <Trans>닫기</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
