/** What went wrong with a call, as text. */
import { useNotify } from 'react-admin';
import { ApiError } from '../../ui/api-client.ts';

/** What an answer says of its fields, or else of itself; empty when there was none. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  return Object.values(error.errors).flat().join(' ') || error.message;
}

/** Tells it in a message. */
export function useTellProblem(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const problem = problemOf(error);
    notify(problem || 'ra.notification.http_error', { type: 'error', messageArgs: { _: problem } });
  };
}
