import { socialLinks as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { socialLinks } from '../support.tables.ts';

export const socialLinkResource = (context: Context) =>
  resource(context, shape, socialLinks, {
    tag: 'support',
    order: { position: socialLinks.position },
    search: [socialLinks.nameKo, socialLinks.nameEn, socialLinks.url],
    label: 'nameKo',
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
  });
