import type { ReactNode } from 'react';
import { AccessDenied, CanAccess } from 'react-admin';
import { useIdentity } from './access.ts';

/**
 * A page that the user's role must allow. Other users see a notice, and no request is sent that the server would refuse. It waits until
 * it is known which fields are hidden: a field that was shown for a moment would stay in the form.
 */
export function Guarded({
  action,
  resource,
  children,
}: {
  action: 'list' | 'show' | 'edit' | 'create';
  /** The page's unless said. */
  resource?: string;
  children: ReactNode;
}) {
  if (useIdentity().isPending) return null;
  return (
    <CanAccess action={action} {...(resource ? { resource } : {})} accessDenied={<AccessDenied />}>
      {children}
    </CanAccess>
  );
}
