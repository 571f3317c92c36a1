import type { ReactNode } from 'react';
import { AccessDenied, CanAccess } from 'react-admin';

/** A page for those whose role allows it. Others are told so, and nothing is asked of the server that it would refuse. */
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
