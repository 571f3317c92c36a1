import { useRouter } from '@tanstack/react-router';
import { useApp } from '../context.ts';

/** Remembers this page as the one to come back to after logging in. */
export function useComeBack(): () => void {
  const { session } = useApp();
  const router = useRouter();
  return () => session.setPending({ message: null, returnTo: router.state.location.href });
}
