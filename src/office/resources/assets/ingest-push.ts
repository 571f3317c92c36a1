import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { site } from '../../../ui/brand.ts';
import { openPush } from '../../../ui/push.ts';
import { readToken } from '../../session.ts';

let connection: ReturnType<typeof openPush> | undefined;

/** While a page shows assets, every step that begins, ends or fails is shown at once; without push it is asked for. */
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
        void queryClient.invalidateQueries({ queryKey: ['assets'] });
      });
    });
    return () => {
      left = true;
      void opened.then((push) => push.leave('private-office'));
    };
  }, [queryClient]);
}
