import type { profileCalls } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { askForEmail, proveEmail, removeEmail } from './profile-email.service.ts';
import * as service from './profiles.service.ts';

const userOf = (caller: Caller) => caller.user ?? fail('login_required');

/** Handlers of a household's profiles. */
export function profilesRoutes(context: Context): Handlers<typeof profileCalls> {
  return {
    'POST /api/account/profiles/{id}/enter': async ({ params, body, caller }) => ({
      data: await service.enterProfile(context, userOf(caller), params.id, {
        pin: body.pin,
        parentPin: body.parent_pin,
        password: body.password,
      }),
    }),
    'GET /api/account/profiles': async ({ caller }) => ({
      data: await service.listProfiles(context, userOf(caller).householdId),
    }),
    'GET /api/account/profiles/{id}': async ({ params, caller, locale }) => ({
      data: await service.getProfile(context, userOf(caller).householdId, params.id, locale),
    }),
    'POST /api/account/profiles': async ({ body, caller }) => {
      const { name, avatar_id, is_kid, age, ...proof } = body;
      const wanted = { name, avatarId: avatar_id ?? null, isKid: is_kid, age: age ?? null };
      return { data: await service.addProfile(context, userOf(caller), wanted, proof) };
    },
    'PATCH /api/account/profiles/{id}': async ({ params, body, caller }) => ({
      data: await service.updateProfile(context, userOf(caller).householdId, params.id, {
        name: body.name,
        avatarId: body.avatar_id,
        language: body.language,
        autoplayNext: body.autoplay_next,
      }),
    }),
    'DELETE /api/account/profiles/{id}': async ({ params, body, caller }) => {
      await service.removeProfile(context, userOf(caller), params.id, body);
      return { data: { ok: true } };
    },
    'PUT /api/account/profiles/{id}/pin': async ({ params, body, caller }) => ({
      data: await service.setPin(context, userOf(caller), params.id, body.pin, body.password),
    }),
    'PUT /api/account/profiles/{id}/restrictions': async ({ params, body, caller }) => {
      const { is_kid, age, maturity, hours, zone, blocked, ...proof } = body;
      const wanted = { isKid: is_kid, age, maturity, hours, zone, blocked };
      return { data: await service.setRestrictions(context, userOf(caller), params.id, wanted, proof) };
    },
    'POST /api/account/profiles/{id}/email': async ({ params, body, caller, locale }) => ({
      data: await askForEmail(context, userOf(caller), params.id, body.email, locale),
    }),
    'PUT /api/account/profiles/{id}/email': async ({ params, body, caller }) => ({
      data: { email: await proveEmail(context, userOf(caller).householdId, params.id, body.code) },
    }),
    'DELETE /api/account/profiles/{id}/email': async ({ params, caller }) => {
      await removeEmail(context, userOf(caller).householdId, params.id);
      return { data: { ok: true } };
    },
    'PUT /api/account/parent-pin': async ({ body, caller }) => {
      await service.setParentPin(context, userOf(caller), body.pin, body.password);
      return { data: { ok: true } };
    },
    'GET /api/account/avatars': async ({ locale }) => ({ data: await service.listAvatars(context, locale) }),
  };
}
