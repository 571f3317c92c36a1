import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Card } from '../../../contract/wire.ts';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';

type Marked = Pick<Card, 'program_id' | 'my_list' | 'like' | 'title'>;

interface UseMark {
  myList: boolean;
  like: 0 | 1 | 2;
  toggleMyList: () => void;
  /** Sets a like or dislike; the same again takes it back. */
  rate: (like: 1 | 2) => void;
}

/** Returns a function that returns the profile's id, or leads to the choice of one or to the login. */
export function useProfileOrLogin(): () => string | null {
  const { session } = useApp();
  const router = useRouter();
  const signedIn = useSession();
  return () => {
    if (signedIn?.profile) return signedIn.profile.id;
    if (!signedIn) session.setPending({ message: null, returnTo: router.state.location.href });
    void router.navigate({ to: signedIn ? '/profiles' : '/login' });
    return null;
  };
}

/** A title's My List and like flags, with the buttons' actions: shown at once, taken back if the server refuses. */
export function useMark(card: Marked): UseMark {
  const context = useApp();
  const { api, marks, queryClient } = context;
  const { t } = useLingui();
  const mark = useSyncExternalStore(
    marks.subscribe,
    () => marks.get(card.program_id),
    () => undefined,
  );
  const myList = mark?.my_list ?? card.my_list;
  const like = mark?.like ?? card.like;

  const profileOrLogin = useProfileOrLogin();

  return {
    myList,
    like,
    toggleMyList() {
      const profile_id = profileOrLogin();
      if (!profile_id) return;
      const params = { id: card.program_id };
      marks.set(card.program_id, { my_list: !myList });
      const sent = myList
        ? api('DELETE /api/my-list/{id}', { params, query: { profile_id } })
        : api('PUT /api/my-list/{id}', { params, body: { profile_id } });
      sent.then(
        () => {
          toast('success', myList ? t`찜한 목록에서 뺐어요.` : t`찜한 목록에 담았어요.`);
          void queryClient.invalidateQueries({ queryKey: ['my-list'] });
        },
        () => {
          marks.set(card.program_id, { my_list: myList });
          toast('error', t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
        },
      );
    },
    rate(wanted) {
      const profile_id = profileOrLogin();
      if (!profile_id) return;
      const next = like === wanted ? 0 : wanted;
      marks.set(card.program_id, { like: next });
      api('PUT /api/ratings/{id}', {
        params: { id: card.program_id },
        body: { profile_id, like: next },
      }).catch(() => {
        marks.set(card.program_id, { like });
        toast('error', t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
      });
    },
  };
}
