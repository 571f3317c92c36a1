/** What is told of ads: that they were seen, that one was followed. Each report has an id, so that it counts once. */
import type { Api } from '../../../ui/api-client.ts';

/** A report's own id; browsers give none to pages without TLS, and then the server makes one. */
const newEventId = (): string | undefined => crypto.randomUUID?.();

/** Tells that these ads came into view. Nobody waits for it, and nothing is said when it fails. */
export function reportSeen(api: Api, ids: string[]): void {
  if (ids.length === 0) return;
  api('POST /api/ads-impression/store', { body: { ids, event_id: newEventId() } }).catch(() => undefined);
}

/** Tells that an ad was followed. */
export function reportFollowed(api: Api, id: string, from: 'main-slider' | 'small-banner'): void {
  api('POST /api/ads-click/store', { body: { id, device: 'web', from, event_id: newEventId() } }).catch(
    () => undefined,
  );
}
