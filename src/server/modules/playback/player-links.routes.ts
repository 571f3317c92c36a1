/** The calls of links for players of other makers. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { playerLinkCalls } from '../../../contract/account/player-links.ts';
import { encodeText } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { acceptedEncoding, type Handlers, sendCached } from '../../http/bind.ts';
import { audienceKey, requireUser } from '../../http/caller.ts';
import { originOf } from '../../http/origin.ts';
import { writeChannelList, writeGuide } from '../live/player-lists.service.ts';
import * as service from './player-links.service.ts';

const zip = promisify(gzip);

const listType = 'audio/x-mpegurl; charset=utf-8';
const guideType = 'application/xml; charset=utf-8';
/** Stands for the token in a cached list, which all households of an audience share. */
const tokenMark = '{token}';

/** Handlers of `playerLinkCalls`. */
export function playerLinkRoutes(context: Context): Handlers<typeof playerLinkCalls> {
  const { responseCache } = context;
  return {
    'GET /api/account/player-links': async ({ caller }) => ({
      data: await service.listPlayerLinks(context, requireUser(caller)),
    }),
    'POST /api/account/player-links': async ({ body, caller }) => {
      const profile = caller.profile ?? fail('profile_required');
      if (profile.isKid) fail('kids_profile');
      return { data: await service.createPlayerLink(context, requireUser(caller), profile, body) };
    },
    'POST /api/account/player-links/{id}/replacements': async ({ params, body, caller }) => ({
      data: await service.replacePlayerLink(context, requireUser(caller), params.id, body.password),
    }),
    'DELETE /api/account/player-links/{id}': async ({ params, caller }) => {
      await service.removePlayerLink(context, requireUser(caller), params.id);
      return { data: { ok: true } };
    },
    'GET /api/live/channels.m3u': async ({ query, locale, request, reply }) => {
      const { link, viewer } = await service.openPlayerLink(context, query.token, request.country);
      const origin = originOf(context.config, request);
      const build = async () => {
        const rest = `token=${tokenMark}&lang=${locale}`;
        const text = await writeChannelList(context, viewer, locale, {
          origin,
          guide: `${origin}/api/live/epg.xml?${rest}`,
          addressOf: (id) => `${origin}/api/live/players/${id}/stream.m3u8?${rest}`,
        });
        return encodeText(text, listType);
      };
      const key = `channels.m3u|${origin}|${locale}|${audienceKey(viewer)}`;
      const asker = { source: link.householdId, kind: 'answer' } as const;
      const { identity } = await responseCache.get(key, 'live', build, asker);
      const text = identity.toString().replaceAll(tokenMark, query.token);
      reply.header('content-type', listType).header('vary', 'Accept-Encoding');
      if (!acceptedEncoding(request)) return reply.send(text);
      return reply.header('content-encoding', 'gzip').send(await zip(text, { level: 1 }));
    },
    'GET /api/live/epg.xml': async ({ query, locale, request, reply }) => {
      const { link, viewer } = await service.openPlayerLink(context, query.token, request.country);
      const origin = originOf(context.config, request);
      const key = `epg.xml|${origin}|${locale}|${audienceKey(viewer)}`;
      const build = async () => encodeText(await writeGuide(context, viewer, locale, origin), guideType);
      const asker = { source: link.householdId, kind: 'answer' } as const;
      return sendCached(request, reply, await responseCache.get(key, 'live', build, asker), 'private');
    },
    'GET /api/live/players/{id}/stream.m3u8': async ({ params, query, locale, request, reply }) => {
      // Players look at the head of an address first. That must not take a stream.
      if (request.method === 'HEAD')
        return reply.header('content-type', 'application/vnd.apple.mpegurl').send();
      const { country: region } = request;
      return reply.redirect(await service.startPlayer(context, query.token, params.id, { region, locale }));
    },
  };
}
