/** Links for players of other makers: who creates them, what their tokens open, and how their playback starts. */
import { maxPlayerLinks, type PlayerLink } from '../../../contract/account/player-links.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { CurrentProfile, SignedInUser, Viewer } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { requirePassword } from '../accounts/reauthentication.service.ts';
import { findChannel } from '../live/live.service.ts';
import { isUnencrypted } from '../live/player-lists.service.ts';
import { findViewer } from '../sign-in/sign-in.service.ts';
import { endSessionsOf } from './playback.repo.ts';
import { openSession } from './playback.service.ts';
import * as repo from './player-links.repo.ts';

/** Requests by one link within a minute. Starts are also limited by the household's limit of playback sessions. */
const linkLimit = new RateLimit('player_links', 60, 60_000, { code: 'too_many_tries' });
/** The last use is stored at most this often. */
const usedMs = 5 * 60_000;

const present = ({ link, profileName }: repo.NamedLink): PlayerLink => ({
  id: link.id,
  name: link.name,
  profile_name: profileName,
  created_at: link.createdAt.toISOString(),
  last_used_at: link.lastUsedAt?.toISOString() ?? null,
});

export const listPlayerLinks = async (
  { db }: Context,
  { householdId }: SignedInUser,
): Promise<PlayerLink[]> => (await repo.listLinks(db, householdId)).map(present);

/** Creates a link with the limits of a profile. Returns the only copy of its token. */
export async function createPlayerLink(
  context: Context,
  user: SignedInUser,
  profile: CurrentProfile,
  { name, password }: { name: string; password?: string | undefined },
): Promise<PlayerLink & { token: string }> {
  await requirePassword(context, user, password);
  const { householdId } = user;
  const token = newToken();
  const id = newId();
  await context.db.transaction(async (tx) => {
    await repo.lockLinks(tx, householdId);
    if ((await repo.countLinks(tx, householdId)) >= maxPlayerLinks) fail('player_link_limit');
    await repo.insertLink(tx, {
      id,
      householdId,
      profileId: profile.id,
      userId: user.id,
      name,
      tokenHash: tokenHash(token),
      createdAt: context.now(),
    });
  });
  return { ...present(must(await repo.findLink(context.db, householdId, id), 'link')), token };
}

/** Gives a link another token and ends its playback. Returns the only copy of the token. */
export async function replacePlayerLink(
  context: Context,
  user: SignedInUser,
  id: string,
  password: string | undefined,
): Promise<PlayerLink & { token: string }> {
  await requirePassword(context, user, password);
  const found = (await repo.findLink(context.db, user.householdId, id)) ?? fail('not_found');
  const token = newToken();
  await context.db.transaction(async (tx) => {
    await repo.setLink(tx, id, { tokenHash: tokenHash(token), lastUsedAt: null });
    await endSessionsOf(tx, { playerLinkId: id, householdId: user.householdId }, context.now());
  });
  return { ...present({ ...found, link: { ...found.link, lastUsedAt: null } }), token };
}

/** Removes a link and ends its playback. */
export async function removePlayerLink(context: Context, user: SignedInUser, id: string): Promise<void> {
  if (!(await repo.findLink(context.db, user.householdId, id))) fail('not_found');
  await context.db.transaction(async (tx) => {
    await repo.deleteLink(tx, id);
    await endSessionsOf(tx, { playerLinkId: id, householdId: user.householdId }, context.now());
  });
}

/**
 * The link of a token and its viewer: the profile that created it. So the maturity limit, the blocked titles and the viewing hours of
 * that profile apply to the lists and to playback alike. Fails with `not_found` for a token that is wrong or was replaced.
 */
export async function openPlayerLink(
  context: Context,
  token: string,
  region: string,
): Promise<{ link: repo.PlayerLinkRow; viewer: Viewer }> {
  const link = (await repo.findLinkByToken(context.db, tokenHash(token))) ?? fail('not_found');
  await linkLimit.consume(context, link.id);
  const viewer = (await findViewer(context, link.profileId, region)) ?? fail('not_found');
  const now = context.now();
  if (Number(link.lastUsedAt) < now.getTime() - usedMs)
    await repo.setLink(context.db, link.id, { lastUsedAt: now });
  return { link, viewer };
}

/**
 * Starts a channel in another player, and returns the address of its playlist. The session takes one of the household's streams. It
 * replaces the link's earlier session, and is kept by the player's requests for playlists. Such a player counts as a set-top box.
 */
export async function startPlayer(
  context: Context,
  token: string,
  channelId: string,
  { region, locale }: { region: string; locale: Locale },
): Promise<string> {
  const { link, viewer } = await openPlayerLink(context, token, region);
  const channel = (await findChannel(context, locale, null, channelId)) ?? fail('not_found');
  if (!(await isUnencrypted(context, channelId))) fail('not_found');
  const profile = { id: link.profileId, householdId: link.householdId, isKid: false };
  const request = {
    type: channel.medium === 'radio' ? ('r' as const) : ('t' as const),
    id: channelId,
    device: 'stb',
    playerLinkId: link.id,
  };
  const session = (await openSession(context, viewer, profile, locale, request)) as ChannelSession;
  return session.manifest.hls;
}
