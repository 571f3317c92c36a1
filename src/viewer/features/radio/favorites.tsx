import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cx } from '../../../ui/class-names.ts';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { useProfileOrLogin } from '../viewing/use-mark.ts';
import { favoritesQuery } from './radio.queries.ts';

/** The ids of this profile's favorite stations, the latest first; none for a guest. */
export function useFavorites(): readonly string[] {
  const context = useApp();
  const profileId = useSession()?.profile?.id;
  const query = useQuery({ ...favoritesQuery(context, profileId ?? ''), enabled: profileId !== undefined });
  return profileId === undefined ? [] : (query.data?.data ?? []);
}

interface FavoriteButtonProps {
  station: { id: string; name: string };
  className?: string;
}

/** Marks a station as a favorite: shown at once, taken back if the server refuses. */
export function FavoriteButton({ station: { id, name }, className }: FavoriteButtonProps) {
  const { t } = useLingui();
  const { api, queryClient } = useApp();
  const profileOrLogin = useProfileOrLogin();
  const isFavorite = useFavorites().includes(id);
  const toggle = async () => {
    const profile_id = profileOrLogin();
    if (!profile_id) return;
    const { queryKey } = favoritesQuery({ api }, profile_id);
    const change = (isMarked: boolean) =>
      queryClient.setQueryData(queryKey, (before) => {
        const others = (before?.data ?? []).filter((each) => each !== id);
        return { data: isMarked ? [id, ...others] : others };
      });
    await queryClient.cancelQueries({ queryKey });
    change(!isFavorite);
    try {
      if (isFavorite)
        await api('DELETE /api/favorite-channels/{id}', { params: { id }, query: { profile_id } });
      else await api('PUT /api/favorite-channels/{id}', { params: { id }, body: { profile_id } });
    } catch {
      change(isFavorite);
      toast('error', t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
    void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <button
      type="button"
      aria-label={t`${name} 즐겨찾기`}
      title={t`즐겨찾기`}
      aria-pressed={isFavorite}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-text/10',
        isFavorite ? 'text-gold' : 'text-quiet hover:text-text',
        className,
      )}
      onClick={() => void toggle()}
    >
      <svg
        viewBox="0 0 24 24"
        width={24}
        height={24}
        aria-hidden="true"
        focusable="false"
        fill={isFavorite ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinejoin="round"
      >
        <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 3.8Z" />
      </svg>
    </button>
  );
}
