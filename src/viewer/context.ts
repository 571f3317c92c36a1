/** The context that every screen and loader uses. Each app has its own, so two server-side renders never share one. */
import type { I18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Locale } from '../contract/errors.ts';
import type { Api } from '../ui/api-client.ts';
import type { Marks } from './marks.ts';
import type { Openings } from './openings.ts';
import type { PageLoads } from './page-loads.ts';
import type { Screen, ScreenSize } from './screen.ts';
import type { Session, SignedIn } from './session.ts';

/** Whether this code runs on the server. The server waits for all data of the first view before it renders. */
export const inServer = typeof window === 'undefined';

/** The state of the home banner when the viewer left home. It is in memory only, so a new start of the app resets it. */
interface BannerMemory {
  index: number;
  time: number;
  muted: boolean;
}

/** The state of a list of titles when the viewer left its page: how often it was extended, and the chosen letter. */
interface ListPlace {
  letter: string | null;
  times: number;
}

/** A title whose play button was pressed. The player's page shows it until the playback session is open. */
export interface Pressed {
  /** The id in the address of the player. */
  id: string;
  title: string;
  /** The address of a picture that the browser has already fetched. */
  picture: string | null;
}

export interface AppContext {
  api: Api;
  queryClient: QueryClient;
  pageLoads: PageLoads;
  session: Session;
  screen: Screen;
  marks: Marks;
  i18n: I18n;
  /** Checks whether another device has ended this login session, and tells the viewer if so. */
  checkSession: () => void;
  /** Fetches the user again after a change to the household's profiles, updates all tabs and invalidates cached responses. */
  refreshUser: () => Promise<void>;
  /** Fetches the texts of all pages except home, once. */
  pageTexts: () => Promise<void>;
  locale: Locale;
  /** The origin of the service, without a slash at the end. */
  origin: string;
  bannerMemory: BannerMemory;
  pressed: { current: Pressed | null };
  /** Playback sessions that are requested before the player's page is there. */
  openings: Openings;
  /** The card of a television's home that had the focus last. */
  tvPlace: { current: string | null };
  /** The state of a television's search: the card that has the focus, null while a key has it, and the chosen layout of its keys. */
  tvSearch: { place: string | null; layout: 'hangul' | 'latin' | null };
  /** By history entry, so that the back button restores the state of the list. */
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

/** The size of the screen. Re-renders when it changes. */
export function useScreenSize(): ScreenSize {
  const { screen } = useApp();
  return useSyncExternalStore(screen.subscribe, screen.size, screen.sizeAtFirst);
}

/** The chosen profile's id, as the API calls expect it. */
export function profileIdOf(context: Pick<AppContext, 'session'>): string | undefined {
  return context.session.get()?.profile?.id;
}
