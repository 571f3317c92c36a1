import { count, eq, inArray } from 'drizzle-orm';
import { channels, radioChannels } from '../../../../contract/admin/channels.ts';
import type { Context } from '../../../context.ts';
import type { Queryable } from '../../../db/client.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { failField } from '../../../errors.ts';
import type { Change, Step } from '../../../resource/model.ts';
import { resource } from '../../../resource/resource.ts';
import { PrivateAddress, resolvePublic } from '../../../security/public-address.ts';
import { findArtworkKind, picturesOf } from '../../catalog/artworks.service.ts';
import { checkRegions } from '../../entitlement/regions.service.ts';
import { indexDocuments } from '../../search/documents.service.ts';
import { entriesOf } from '../entries.repo.ts';
import { enqueueRefresh, enqueueTemplates } from '../jobs/live.jobs.ts';
import type { Medium } from '../live.repo.ts';
import { liveChannels, liveItems } from '../live.tables.ts';
import { liveRelays } from '../relay.tables.ts';
import { channelSource } from '../search-source.service.ts';

type Row = typeof liveChannels.$inferSelect;

const presentRelay = (relay: typeof liveRelays.$inferSelect | undefined) => ({
  relay_state: relay?.state ?? null,
  relay_since: relay?.stateSince.toISOString() ?? null,
  relay_problem: relay?.problem ?? null,
  relay_title: relay?.title ?? '',
});

/** Refuses an address in a private network. A name that cannot be resolved now is accepted: the relay reports it. */
async function checkStream({ config }: Context, streamUrl: string): Promise<void> {
  const { hostname, port, protocol } = new URL(streamUrl);
  try {
    await resolvePublic(hostname, Number(port || (protocol === 'https:' ? 443 : 80)), config.relayHosts);
  } catch (error) {
    if (error instanceof PrivateAddress) failField('stream_url', 'public_address');
  }
}

/** The options of channels of a medium. */
const optionsOf = (context: Context, medium: Medium) => ({
  tag: 'live' as const,
  only: eq(liveChannels.medium, medium),
  order: { position: liveChannels.position, within: liveChannels.medium },
  publishes: 'active' as const,
  unique: { live_channels_number: 'number', live_channels_slug: 'slug' } as const,
  search: [liveChannels.nameKo, liveChannels.nameEn, liveChannels.slug],
  label: {
    of: ['number', 'nameKo'] as const,
    text: ({ number, nameKo }: Pick<Row, 'number' | 'nameKo'>) => `${number} ${nameKo}`,
  },
  present: async (db: Queryable, rows: Row[]) => {
    const picture = await picturesOf(
      db,
      rows.map(({ landscapeId }) => landscapeId),
    );
    const counts = await db
      .select({ channelId: liveItems.channelId, entries: count() })
      .from(liveItems)
      .where(
        inArray(
          liveItems.channelId,
          rows.map(({ id }) => id),
        ),
      )
      .groupBy(liveItems.channelId);
    const countOf = new Map(counts.map(({ channelId, entries }) => [channelId, entries]));
    const relays = await db
      .select()
      .from(liveRelays)
      .where(
        inArray(
          liveRelays.channelId,
          rows.map(({ id }) => id),
        ),
      );
    const relayOf = new Map(relays.map((relay) => [relay.channelId, relay]));
    return rows.map(({ id, landscapeId, streamUrl, active }) => ({
      landscape: picture(landscapeId),
      entry_count: countOf.get(id) ?? 0,
      ...presentRelay(streamUrl !== null && active ? relayOf.get(id) : undefined),
    }));
  },
  values: async (values: Partial<Row>, { tx, before }: Change & { before: Row | undefined }) => {
    checkRegions(context, values.regions);
    if (values.streamUrl && values.streamUrl !== before?.streamUrl)
      await checkStream(context, values.streamUrl);
    if (medium === 'radio' && values.landscapeId && values.landscapeId !== before?.landscapeId) {
      // An image of another kind has another size.
      if ((await findArtworkKind(tx, values.landscapeId)) !== 'logo') failField('landscape_id', 'exists');
    }
    return before ? values : { ...values, medium };
  },
  goesWith: async (ids: string[], { tx }: Change): Promise<Step[]> => {
    const entries = await tx
      .select({ id: liveItems.id })
      .from(liveItems)
      .where(isOneOf(liveItems.channelId, ids));
    return entries.map(({ id }) => ({ entity: entriesOf[medium], id, action: 'delete' }));
  },
  afterChange: async (rows: Row[], { tx }: Change) => {
    await indexDocuments(
      tx,
      channelSource,
      rows.map(({ id }) => id),
    );
    await enqueueTemplates(tx, rows.length === 1 ? rows[0]?.id : undefined);
    await enqueueRefresh(tx);
  },
});

export const channelResource = (context: Context) =>
  resource(context, channels, liveChannels, optionsOf(context, 'tv'));

export const radioChannelResource = (context: Context) =>
  resource(context, radioChannels, liveChannels, optionsOf(context, 'radio'));
