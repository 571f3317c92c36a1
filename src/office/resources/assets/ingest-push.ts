import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { site } from '../../../ui/brand.ts';
import { openPush } from '../../../ui/push.ts';
import { readToken } from '../../session.ts';

let connection: ReturnType<typeof openPush> | undefined;

/** Reads again each list and record that shows the steps of assets. */
export async function refreshAssets(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    ['assets', 'programme-progress'].map((resource) =>
      queryClient.invalidateQueries({ queryKey: [resource] }),
    ),
  );
}

/** Shows each change of a step at once while a page shows assets. Without push, the page polls. */
export function useIngestPush(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let left = false;
    connection ??= openPush({
      key: site.push_key,
      cluster: site.push_cluster,
      from: 'staff',
      token: readToken,
    });
    const opened = connection;
    void opened.then((push) => {
      if (left) return;
      push.listen('private-office', 'IngestChanged', () => {
        void refreshAssets(queryClient);
      });
    });
    return () => {
      left = true;
      void opened.then((push) => push.leave('private-office'));
    };
  }, [queryClient]);
}
