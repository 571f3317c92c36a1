/** Who is signed in and what they may do, for react-admin. */
import type { AuthProvider } from 'react-admin';
import type { StaffAction } from '../contract/admin/permissions.ts';
import { ApiError } from '../ui/api-client.ts';
import { api } from './api.ts';
import { forgetIdentity, identity, rememberIdentity } from './identity.ts';
import { moduleOf } from './menu.ts';
import { loadPreferences } from './preferences.ts';
import { isAlive, keepToken, readToken } from './session.ts';

const actionOf: Record<string, StaffAction> = {
  list: 'read',
  show: 'read',
  export: 'export',
  read: 'read',
  create: 'create',
  edit: 'update',
  update: 'update',
  delete: 'delete',
  publish: 'publish',
  import: 'import',
  personal_data: 'personal_data',
};

export const authProvider: AuthProvider = {
  login: async (credentials: { username: string; password: string; code?: string | undefined }) => {
    const { data } = await api('POST /api/admin/login', { body: credentials });
    const { token, ...signedIn } = data;
    keepToken(token);
    rememberIdentity(signedIn);
    await loadPreferences();
  },
  logout: async () => {
    if (isAlive()) await api('POST /api/admin/logout').catch(() => undefined);
    keepToken(null);
    forgetIdentity();
  },
  checkAuth: async () => {
    // An empty message: arriving as a guest is no error to tell about.
    if (!readToken()) throw { message: false };
    try {
      await identity();
    } catch (error) {
      // A server that cannot be reached is not a session that has ended.
      if (error instanceof ApiError && error.status === 401) throw error;
    }
  },
  checkError: async (error: { status?: number }) => {
    // The token is deleted when react-admin signs out next. Only a user who had a token is told that the session ended.
    if (error.status !== 401) return;
    throw { message: 'ra.notification.logged_out' };
  },
  getIdentity: async () => {
    const { id, name, role_name } = await identity();
    return { id, fullName: name, role: role_name };
  },
  canAccess: async ({ resource, action }) => {
    const { permissions } = await identity();
    const needed = actionOf[action];
    return needed !== undefined && (permissions[moduleOf(resource)]?.includes(needed) ?? false);
  },
};
