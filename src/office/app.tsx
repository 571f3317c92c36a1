import { QueryClient } from '@tanstack/react-query';
import { Admin, CustomRoutes, type HttpError, Resource } from 'react-admin';
import { Route } from 'react-router';
import { useStore } from '../ui/store.ts';
import { authProvider } from './auth-provider.ts';
import { Dashboard } from './dashboard/dashboard.tsx';
import { makeDataProvider } from './data-provider.ts';
import { makeI18nProvider } from './i18n/i18n-provider.ts';
import { localeStore } from './i18n/locale.ts';
import { identity } from './identity.ts';
import { DeclaredResources } from './kit/declared-resources.ts';
import { OfficeMenus } from './kit/office-menus.ts';
import { OfficeLayout } from './layout/layout.tsx';
import { LoginPage } from './layout/login-page.tsx';
import { NotFound } from './layout/not-found.tsx';
import { Toasts } from './layout/toasts.tsx';
import { declared, declaredByName, menusInOrder, officeResources } from './menu.ts';
import { loadPreferences, preferences } from './preferences.ts';
import { PreviewPage } from './previews/preview-page.tsx';
import { ReportPage } from './reports/report-page.tsx';
import { SecurityPage } from './security/security-page.tsx';
import { themesIn } from './theme.ts';

// The page's language counts, whatever this browser chose before the cookie changed.
preferences.setItem('locale', localeStore.get());
void identity().then(loadPreferences, () => undefined);
const i18nProvider = makeI18nProvider(declared);
const dataProvider = makeDataProvider(
  Object.fromEntries(officeResources.map(({ name, sorts }) => [name, sorts])),
);

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Asking again helps when the server could not be reached, not when it refused.
      retry: (failures, error) => failures < 2 && (error as Partial<HttpError>).status === 0,
      // Also while the browser takes itself for offline: then it fails, and the page says so. It would wait without a word.
      networkMode: 'always',
      // Also a request that failed while cached data are fresh.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { networkMode: 'always' },
  },
});

// Permissions stay the same until staff sign out, which empties this client, or until all permissions are loaded again.
queryClient.setQueryDefaults(['auth', 'canAccess'], { staleTime: Number.POSITIVE_INFINITY });

/** The back office. */
export function App() {
  const themes = themesIn(useStore(localeStore));
  return (
    <DeclaredResources value={declaredByName}>
      <OfficeMenus value={menusInOrder}>
        <Admin
          disableTelemetry
          requireAuth
          authProvider={authProvider}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={preferences}
          theme={themes.light}
          darkTheme={themes.dark}
          defaultTheme="light"
          dashboard={Dashboard}
          layout={OfficeLayout}
          loginPage={LoginPage}
          notification={Toasts}
          catchAll={NotFound}
        >
          {officeResources.map(({ name, pages }) => (
            <Resource key={name} name={name} {...pages} />
          ))}
          <CustomRoutes>
            <Route path="/previews" element={<PreviewPage />} />
            <Route path="/security" element={<SecurityPage />} />
            <Route path="/reports/:name" element={<ReportPage />} />
          </CustomRoutes>
        </Admin>
      </OfficeMenus>
    </DeclaredResources>
  );
}
