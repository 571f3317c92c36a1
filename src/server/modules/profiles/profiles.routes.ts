import type { profileCalls } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { fail, failField } from '../../http/errors.ts';
import * as service from './profiles.service.ts';

const userOf = (caller: Caller) => caller.user ?? fail('login_required');

/** Handlers of a household's profiles. */
export function profilesRoutes(context: Context): Handlers<typeof profileCalls> {
  return {
    'POST /api/account/profiles/{id}/enter': async ({ params, body, caller }) => ({
      data: await service.enterProfile(context, userOf(caller), params.id, body.pin, () =>
        failField('pin', 'pin'),
      ),
    }),
  };
}
