import type { ReactNode } from 'react';
import { AccessDenied, CanAccess } from 'react-admin';

/** A page that the user's role must allow. Other users see a notice, and no request is sent that the server would refuse. */
export function Guarded({
  action,
  children,
}: {
  action: 'list' | 'show' | 'edit' | 'create';
  children: ReactNode;
}) {
  return (
    <CanAccess action={action} accessDenied={<AccessDenied />}>
      {children}
    </CanAccess>
  );
}
