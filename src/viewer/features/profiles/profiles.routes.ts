import { msg } from '@lingui/core/macro';
import { createRoute, redirect } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import { headed, logoOnly, page, requireLogin, root, titled } from '../../route-frame.tsx';

const aboutProfiles = scriptLoader(() => import('./profiles.loaders.ts'), 'describeManaging');

type AboutProfiles = Awaited<ReturnType<typeof aboutProfiles>>;

/** A page on which profiles are managed: open to every signed-in user, with or without a chosen profile. */
const managing = <const P extends string>(
  path: P,
  describe: (load: AboutProfiles, context: AppContext, id: string) => PageFacts,
  component: ReturnType<typeof page>,
) =>
  createRoute({
    getParentRoute: () => logoOnly,
    path,
    beforeLoad: (navigation) => requireLogin(navigation),
    loader: async ({ context, params }) =>
      describe(
        await aboutProfiles(),
        context,
        'id' in params && typeof params.id === 'string' ? params.id : '',
      ),
    head: headed,
    component,
  });

const profiles = createRoute({
  getParentRoute: () => logoOnly,
  path: '/profiles',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`프로필 선택`)),
  component: page(() => import('./profiles-page.tsx'), 'ProfilesPage'),
});

const manageProfiles = managing(
  '/profiles/manage',
  (load, context) => load.describeManaging(context),
  page(() => import('./manage-profiles-page.tsx'), 'ManageProfilesPage'),
);

const welcome = managing(
  '/welcome',
  (load, context) => load.loadWelcome(context),
  page(() => import('./welcome-page.tsx'), 'WelcomePage'),
);

const addProfile = managing(
  '/add-profile',
  (load, context) => load.describeAdding(context),
  page(() => import('./add-profile-page.tsx'), 'AddProfilePage'),
);

const editProfile = managing(
  '/profiles/edit/$id',
  (load, context, id) => load.describeEditing(context, id),
  page(() => import('./edit-profile-page.tsx'), 'EditProfilePage'),
);

const deleteProfile = managing(
  '/profiles/delete/$id',
  (load, context, id) => load.describeDeleting(context, id),
  page(() => import('./delete-profile-page.tsx'), 'DeleteProfilePage'),
);

const selectAvatar = managing(
  '/user/avatar/$id',
  (load, context, id) => load.loadAvatars(context, id),
  page(() => import('./avatar-page.tsx'), 'SelectAvatarPage'),
);

const changeAvatar = managing(
  '/user/change-avatar/$id',
  (load, context, id) => load.loadAvatars(context, id),
  page(() => import('./avatar-page.tsx'), 'ChangeAvatarPage'),
);

const profileChange = createRoute({
  getParentRoute: () => root,
  path: '/profiles/change',
  beforeLoad: (navigation) => {
    requireLogin(navigation);
    if (!navigation.context.session.profileChange()) throw redirect({ to: '/profiles' });
  },
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`프로필 변경`)),
  component: page(() => import('./profile-change-page.tsx'), 'ProfileChangePage'),
});

/** Below the name alone. */
export const profilesLogoRoutes = [
  profiles,
  manageProfiles,
  welcome,
  addProfile,
  editProfile,
  deleteProfile,
  selectAvatar,
  changeAvatar,
] as const;
/** Pages that are whole by themselves. */
export const profilesWholeRoutes = [profileChange] as const;
