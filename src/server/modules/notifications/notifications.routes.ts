import type { pushCalls } from '../../../contract/account/push.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers, Identify } from '../../http/bind.ts';
import { bearerToken } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { getMember } from './presence.service.ts';

/**
 * Authorises the joining of channels: `private-household.<id>` and `presence-household.<id>` for the household's own users,
 * `private-office` for staff who may see video assets. The protocol's client library sends this as a form.
 */
export function notificationsRoutes(context: Context, identify: Identify): Handlers<typeof pushCalls> {
  return {
    'POST /broadcasting/auth': async ({ body, caller, request }) => {
      const { socket_id, channel_name } = body;
      const [, kind, household] = /^(private|presence)-household\.([0-9a-f-]{36})$/.exec(channel_name) ?? [];
      if (household !== undefined) {
        const user = requireUser(caller);
        if (user.householdId !== household) fail('not_permitted');
        if (kind === 'private') return { auth: context.push.sign(socket_id, channel_name) };
        const channel_data = JSON.stringify(await getMember(context, user));
        return { auth: context.push.sign(socket_id, channel_name, channel_data), channel_data };
      }
      if (channel_name === 'private-office') {
        const { staff } = await identify.staff(bearerToken(request));
        if (!staff) fail('login_required');
        if (!staff.may('assets', 'read')) fail('not_permitted');
        return { auth: context.push.sign(socket_id, channel_name) };
      }
      fail('not_permitted');
    },
  };
}
