import { useApp } from '../../context.ts';

/** Has the browser follow a change to the household's profiles: every open tab shows it, and nothing older is shown again. */
export function useRefreshUser(): () => Promise<void> {
  const { api, session, queryClient } = useApp();
  return async () => {
    const { data } = await api('GET /api/user');
    session.refresh(data);
    void queryClient.invalidateQueries({ predicate: (query) => query.meta?.scope !== 'app' });
  };
}
