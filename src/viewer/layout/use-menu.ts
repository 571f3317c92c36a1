import { grownUpPages } from '../../contract/pages.ts';
import { useSession } from '../context.ts';

/** Returns a function that leaves pages about plans and business out of a menu while a kids profile is chosen. */
export function useMenu(): <P extends string>(paths: readonly P[]) => P[] {
  const isKid = useSession()?.profile?.is_kid === true;
  return (paths) => paths.filter((path) => !isKid || !grownUpPages.includes(path));
}
