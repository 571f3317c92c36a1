/** Titles and data of the pages on which profiles are managed. */
import { msg } from '@lingui/core/macro';
import { notFound, rootRouteId } from '@tanstack/react-router';
import type { Profile } from '../../../contract/account/profiles.ts';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { avatarsQuery } from './profiles.queries.ts';

/** The household's own profile of that id; there is no page of another. */
function requireProfile({ session }: AppContext, id: string): Profile {
  const found = session.get()?.user.profiles.find((profile) => profile.id === id);
  if (!found) throw notFound({ routeId: rootRouteId });
  return found;
}

export function describeManaging({ i18n }: AppContext): PageFacts {
  return { title: i18n._(msg`프로필 관리`) };
}

export function loadWelcome(context: AppContext): PageFacts {
  void context.queryClient.prefetchQuery(avatarsQuery(context));
  return { title: context.i18n._(msg`환영해요`) };
}

export function describeAdding({ i18n }: AppContext): PageFacts {
  return { title: i18n._(msg`프로필 추가`) };
}

export function describeEditing(context: AppContext, id: string): PageFacts {
  const { name } = requireProfile(context, id);
  return { title: context.i18n._(msg`${name} 프로필 편집`) };
}

export function describeDeleting(context: AppContext, id: string): PageFacts {
  const { name } = requireProfile(context, id);
  return { title: context.i18n._(msg`${name} 프로필 삭제`) };
}

export function loadAvatars(context: AppContext, id: string): PageFacts {
  requireProfile(context, id);
  void context.queryClient.prefetchQuery(avatarsQuery(context));
  return { title: context.i18n._(msg`프로필 사진 선택`) };
}
