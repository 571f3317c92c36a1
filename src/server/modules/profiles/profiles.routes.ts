import type { profileCalls } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { askForEmail, proveEmail, removeEmail } from './profile-email.service.ts';
import * as service from './profiles.service.ts';

/** Handlers of a household's profiles. */
export function profilesRoutes(context: Context): Handlers<typeof profileCalls> {
  return {
    'POST /api/account/profiles/{id}/enter': async ({ params, body, caller }) => ({
      data: await service.enterProfile(context, requireUser(caller), params.id, {
        pin: body.pin,
        parentPin: body.parent_pin,
        password: body.password,
      }),
    }),
    'GET /api/account/profiles': async ({ caller }) => ({
      data: await service.listProfiles(context, requireUser(caller).householdId),
    }),
    'GET /api/account/profiles/{id}': async ({ params, caller, locale }) => ({
      data: await service.getProfile(context, requireUser(caller).householdId, params.id, locale),
    }),
    'POST /api/account/profiles': async ({ body, caller }) => {
      const { name, avatar_id, is_kid, age, ...reauthentication } = body;
      const wanted = { name, avatarId: avatar_id ?? null, isKid: is_kid, age: age ?? null };
      return { data: await service.addProfile(context, requireUser(caller), wanted, reauthentication) };
    },
    'PATCH /api/account/profiles/{id}': async ({ params, body, caller }) => ({
      data: await service.updateProfile(context, requireUser(caller), params.id, {
        name: body.name,
        avatarId: body.avatar_id,
        language: body.language,
        autoplayNext: body.autoplay_next,
        captionStyle: body.caption_style,
      }),
    }),
    'DELETE /api/account/profiles/{id}': async ({ params, body, caller }) => {
      await service.removeProfile(context, requireUser(caller), params.id, body);
      return { data: { ok: true } };
    },
    'PUT /api/account/profiles/{id}/pin': async ({ params, body, caller }) => ({
      data: await service.setPin(context, requireUser(caller), params.id, body.pin, body.password),
    }),
    'PUT /api/account/profiles/{id}/restrictions': async ({ params, body, caller }) => {
      const { is_kid, age, maturity, hours, zone, blocked, ...reauthentication } = body;
      const wanted = { isKid: is_kid, age, maturity, hours, zone, blocked };
      return {
        data: await service.setRestrictions(
          context,
          requireUser(caller),
          params.id,
          wanted,
          reauthentication,
        ),
      };
    },
    'POST /api/account/profiles/{id}/email': async ({ params, body, caller, locale }) => ({
      data: await askForEmail(context, requireUser(caller), params.id, body.email, locale),
    }),
    'PUT /api/account/profiles/{id}/email': async ({ params, body, caller }) => ({
      data: { email: await proveEmail(context, requireUser(caller).householdId, params.id, body.code) },
    }),
    'DELETE /api/account/profiles/{id}/email': async ({ params, caller }) => {
      await removeEmail(context, requireUser(caller).householdId, params.id);
      return { data: { ok: true } };
    },
    'PUT /api/account/parent-pin': async ({ body, caller }) => {
      await service.setParentPin(context, requireUser(caller), body.pin, body.password);
      return { data: { ok: true } };
    },
    'GET /api/account/avatars': async ({ locale }) => ({ data: await service.listAvatars(context, locale) }),
  };
}
