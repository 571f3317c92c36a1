/** The catalogue's calls of the back office. */

import type { adminCatalogCalls } from '../../../contract/admin/catalog.ts';
import type { StaffModule } from '../../../contract/admin/permissions.ts';
import type { ImageKind } from '../../../contract/images.ts';
import { maxImageBytes } from '../../../contract/images.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { cutArtwork, insertArtworks } from './artworks.service.ts';
import { categoryResource } from './resources/categories.ts';
import { contentPartnerResource } from './resources/content-partners.ts';
import { customRowResource } from './resources/custom-rows.ts';
import { episodeResource } from './resources/episodes.ts';
import { genreResource } from './resources/genres.ts';
import { peopleResource } from './resources/people.ts';
import { programmeResource } from './resources/programmes.ts';
import { seasonResource } from './resources/seasons.ts';
import { stbCategoryResource } from './resources/stb-categories.ts';

/** The modules with a picture of each kind in their forms. Staff who may change one of them may upload it. */
const modulesOfImages: Record<ImageKind, readonly StaffModule[]> = {
  portrait: ['programmes'],
  landscape: ['programmes', 'popups', 'pages', 'board-events', 'partner-video', 'channels'],
  banner: ['programmes', 'pages'],
  avatar: ['people', 'programmes'],
  icon: ['categories', 'stb-categories'],
  logo: ['channels'],
};

export function adminCatalogRoutes(context: Context): Handlers<typeof adminCatalogCalls> {
  return {
    ...programmeResource(context),
    ...seasonResource(context),
    ...episodeResource(context),
    ...peopleResource(context),
    ...categoryResource(context),
    ...genreResource(context),
    ...contentPartnerResource(context),
    ...stbCategoryResource(context),
    ...customRowResource(context),
    'GET /api/admin/regions': async () => ({ data: context.config.servedCountries }),
    'POST /api/admin/artworks': async ({ query, body, caller }) => {
      const staff = requireStaff(caller);
      const module =
        modulesOfImages[query.kind].find((own) => staff.may(own, 'update') || staff.may(own, 'create')) ??
        fail('not_permitted');
      const stored = await cutArtwork(context, query.kind, await readBytes(body, maxImageBytes));
      await context.db.transaction(async (tx) => {
        await insertArtworks(tx, [stored]);
        await recordEvent(tx, {
          staff,
          module,
          action: 'create',
          entity: 'artworks',
          entityId: stored.id,
          label: query.kind,
          changes: {},
        });
      });
      return { data: { id: stored.id, url: `/images/${stored.id}`, color: stored.color } };
    },
  };
}
