import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/components/avatar.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { useSession } from '../context.ts';
import { lazyAnswer } from '../page/lazy-part.tsx';
import { Bell } from './bell.tsx';

const loadProfilePanel = () => import('./profile-panel.tsx');
const ProfilePanel = lazyAnswer(loadProfilePanel, 'ProfilePanel');

/** What the header has for a chosen profile alone: its notifications and its menu. A guest's first script does without. */
export function OwnMenu() {
  const profile = useSession()?.profile;
  return (
    profile && (
      <>
        <Bell profileId={profile.id} />
        <ProfileMenu />
      </>
    )
  );
}

function ProfileMenu() {
  const { t } = useLingui();
  const signedIn = useSession();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    const stop = router.subscribe('onBeforeNavigate', () => setOpen(false));
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('keydown', onKeyDown);
      stop();
    };
  }, [open, router]);
  if (!signedIn?.profile) return null;
  const { profile } = signedIn;
  return (
    <div ref={ref} className="relative">
      <button
        ref={opener}
        type="button"
        aria-label={t`${profile.name} 프로필 메뉴`}
        aria-expanded={open}
        aria-controls="profile-menu"
        className="flex items-center gap-1 rounded-md"
        onPointerDown={() => void loadProfilePanel()}
        onClick={() => setOpen(!open)}
      >
        <Avatar profile={profile} className="size-9 rounded-md" />
        <Icon
          name="down"
          size={16}
          className={cx('hidden transition-transform duration-200 tablet:block', open && 'rotate-180')}
        />
      </button>
      {open && (
        <Suspense>
          <ProfilePanel />
        </Suspense>
      )}
    </div>
  );
}
