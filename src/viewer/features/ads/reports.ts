/** Reports that ads were seen or that one was followed. Each report has an id, so that it counts once. */
import type { Api } from '../../../ui/api-client.ts';

/** The id of a report. Browsers have no `randomUUID` on pages without TLS; the server makes the id then. */
const newEventId = (): string | undefined => crypto.randomUUID?.();

/** Reports that these ads became visible. Nothing waits for the response, and a failure is ignored. */
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
