/** What every screen and loader works with. One is made per app, so a server-side render never shares it. */
import type { I18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Locale } from '../contract/errors.ts';
import type { Api } from '../ui/api-client.ts';
import type { Marks } from './marks.ts';
import type { PageLoads } from './page-loads.ts';
import type { Screen } from './screen.ts';
import type { Session, SignedIn } from './session.ts';

/** Whether this is the server, which waits for everything that a first view is rendered from. */
export const inServer = typeof window === 'undefined';

/** Where the home banner was when it was left; forgotten when the app starts. */
interface BannerMemory {
  index: number;
  time: number;
  muted: boolean;
}

/** How often more of a list of titles was shown, and which letter was chosen, when its page was left. */
interface ListPlace {
  letter: string | null;
  times: number;
}

export interface AppContext {
  api: Api;
  queryClient: QueryClient;
  pageLoads: PageLoads;
  session: Session;
  screen: Screen;
  marks: Marks;
  i18n: I18n;
  /** Looks whether this session has been ended from another device, and says so if it has. */
  checkSession: () => void;
  /** Has the browser follow a change to the household's profiles: every open tab shows it, and nothing older is shown again. */
  refreshUser: () => Promise<void>;
  /** Fetches, once, what pages other than home say. */
  pageTexts: () => Promise<void>;
  locale: Locale;
  /** Where the service is reached, without a slash at the end. */
  origin: string;
  bannerMemory: BannerMemory;
  /** The card of a television's home that had the focus last. */
  tvPlace: { current: string | null };
  /** By history entry, so that going back finds the list as it was. */
  listPlaces: Map<string, ListPlace>;
}

const Context = createContext<AppContext | null>(null);
export const AppProvider = Context.Provider;

/** The app's context, inside any component. */
export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('useApp is called outside the app');
  return context;
}

/** The signed-in user with the chosen profile, or null for a guest; re-renders when that changes. */
export function useSession(): SignedIn | null {
  const { session } = useApp();
  return useSyncExternalStore(session.subscribe, session.get, () => null);
}

/** The chosen profile's id, as the calls want it. */
export function profileIdOf(context: Pick<AppContext, 'session'>): string | undefined {
  return context.session.get()?.profile?.id;
}
