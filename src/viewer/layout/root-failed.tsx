import { type ErrorComponentProps, useRouterState } from '@tanstack/react-router';
import { PageFailed } from '../page/page-failed.tsx';
import { main } from '../route-frame.tsx';
import { MainLayout } from './main-layout.tsx';

/** A failure before any page, as when the texts of all pages do not come. A page with a main header keeps it. */
export function RootFailed({ error }: ErrorComponentProps) {
  const hasHeader = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === main.id),
  });
  const failed = <PageFailed error={error} />;
  return hasHeader ? <MainLayout>{failed}</MainLayout> : failed;
}
