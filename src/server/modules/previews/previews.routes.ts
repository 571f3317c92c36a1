/** Handlers of previews. */
import type { previewCalls } from '../../../contract/admin/previews.ts';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { listHidden } from '../live/catch-up.service.ts';
import { findViewer } from '../sign-in/sign-in.service.ts';
import { makePreviewToken, mayPreview, previewProfileId } from './previews.service.ts';

export function previewRoutes(context: Context): Handlers<typeof previewCalls> {
  return {
    'POST /api/admin/previews': async ({ caller, body }) => {
      const staff = requireStaff(caller);
      if (!mayPreview(staff)) fail('not_permitted');
      if (body.who === 'child' && body.age === null) failField('age', 'required');
      const { token, expiresAt } = makePreviewToken(context, staff, {
        ...body,
        plan: body.who !== 'guest' && body.plan,
        age: body.who === 'child' ? body.age : null,
      });
      return {
        data: { token, base: `/preview/${body.locale}/${token}`, expires_at: expiresAt.toISOString() },
      };
    },
    'GET /api/preview': async () => {
      const said = context.preview?.() ?? fail('not_found');
      return {
        data: {
          who: said.who,
          plan: said.plan,
          age: said.age,
          country: said.country,
          at: context.now().toISOString(),
          live: said.at === null,
          zone: context.config.serviceZone,
          expires_at: said.expires_at,
          profile_id: previewProfileId(said),
        },
      };
    },
    'GET /api/preview/channels/{id}': async ({ params, query }) => {
      const said = context.preview?.() ?? fail('not_found');
      const profileId = previewProfileId(said) ?? fail('not_found');
      const viewer = (await findViewer(context, profileId, said.country)) ?? fail('not_found');
      const airing = query.airing === undefined ? null : Date.parse(query.airing);
      const hidden = await listHidden(context, viewer, params.id, airing);
      return { data: { hidden: [...hidden] } };
    },
  };
}
