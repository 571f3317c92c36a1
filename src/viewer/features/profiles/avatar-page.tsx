import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AvatarGroup, Profile } from '../../../contract/account/profiles.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { avatarsQuery } from './profiles.queries.ts';

/** The first picture of a profile that was just added. */
export function SelectAvatarPage() {
  const { id } = useParams({ from: '/logo/user/avatar/$id' });
  const router = useRouter();
  const done = () => void router.navigate({ to: '/profiles/manage', replace: true });
  return (
    <AvatarPage
      id={id}
      onDone={done}
      leave={
        <Link to="/profiles/manage" className={buttonClass('quiet', 'lg')}>
          <Trans>나중에 선택하기</Trans>
        </Link>
      }
    />
  );
}

/** Another picture for a profile. */
export function ChangeAvatarPage() {
  const { id } = useParams({ from: '/logo/user/change-avatar/$id' });
  const router = useRouter();
  const done = () => void router.navigate({ to: '/profiles/edit/$id', params: { id }, replace: true });
  return (
    <AvatarPage
      id={id}
      onDone={done}
      leave={
        <Link to="/profiles/edit/$id" params={{ id }} className={buttonClass('quiet', 'lg')}>
          <Trans>취소</Trans>
        </Link>
      }
    />
  );
}

function AvatarPage({ id, onDone, leave }: { id: string; onDone: () => void; leave: ReactNode }) {
  const { t } = useLingui();
  const context = useApp();
  const query = useQuery(avatarsQuery(context));
  const { refreshUser: refresh } = context;
  const profile = useSession()?.user.profiles.find((each) => each.id === id);
  const [choosing, setChoosing] = useState<string | null>(null);
  if (!profile) return null;
  const { name } = profile;

  const choose = async (avatarId: string) => {
    setChoosing(avatarId);
    try {
      await context.api('PATCH /api/account/profiles/{id}', {
        params: { id },
        body: { avatar_id: avatarId },
      });
      await refresh();
      toast('success', t`프로필 사진을 바꿨어요.`);
      onDone();
    } catch (error) {
      setChoosing(null);
      const said = error instanceof ApiError && error.message;
      toast('error', said || t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };

  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[900px] pt-8 pb-16 tablet:pt-12">
        <div className="flex items-center gap-4">
          <Avatar profile={profile} className="size-16 rounded-md text-28" />
          <div className="min-w-0">
            <h1 className="text-28 tablet:text-36">
              <Trans>프로필 사진 선택</Trans>
            </h1>
            <p className="truncate text-quiet">{name}</p>
          </div>
        </div>
        <div className="mt-8 space-y-8">
          <QueryStates
            query={query}
            loading={<ListSkeleton rows={12} row="aspect-square rounded-lg" className={grid} />}
            failed={<Trans>사진을 불러오지 못했어요</Trans>}
            empty={
              query.data?.data.length === 0 && (
                <p className="py-12 text-center text-quiet">
                  <Trans>아직 고를 수 있는 사진이 없어요. 지금은 이름의 첫 글자로 보여 드려요.</Trans>
                </p>
              )
            }
          >
            {({ data }) =>
              data.map((group) => (
                <Group
                  key={group.name}
                  group={group}
                  profile={profile}
                  choosing={choosing}
                  onChoose={(avatarId) => void choose(avatarId)}
                />
              ))
            }
          </QueryStates>
        </div>
        <div className="mt-10">{leave}</div>
      </div>
    </GrownUps>
  );
}

const grid = 'grid grid-cols-3 gap-3 min-[480px]:grid-cols-4 tablet:grid-cols-6 tablet:gap-4';

interface GroupProps {
  group: AvatarGroup;
  profile: Profile;
  choosing: string | null;
  onChoose: (id: string) => void;
}

function Group({ group, profile, choosing, onChoose }: GroupProps) {
  return (
    <section aria-label={group.name}>
      <h2 className="mb-3 text-18">{group.name}</h2>
      <ul className={grid}>
        {group.avatars.map(({ id, name, avatar }) => {
          const worn = profile.avatar === avatar;
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={name}
                aria-pressed={worn}
                disabled={choosing !== null}
                className={cx(
                  'relative block w-full rounded-lg transition-[transform,opacity] hover:scale-[1.04]',
                  choosing !== null && choosing !== id && 'opacity-40',
                  choosing === id && 'animate-pulse',
                )}
                onClick={() => onChoose(id)}
              >
                <Avatar
                  profile={{ name, avatar }}
                  className={cx('aspect-square w-full rounded-lg text-36', worn && 'ring-4 ring-jade')}
                />
                {worn && (
                  <span className="absolute right-2 bottom-2 grid size-7 place-items-center rounded-full bg-jade text-ground">
                    <Icon name="check" size={18} />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
