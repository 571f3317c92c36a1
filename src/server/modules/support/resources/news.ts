import { news as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { news } from '../support.tables.ts';

export const newsResource = (context: Context) =>
  resource(context, shape, news, {
    tag: 'support',
    order: { position: news.position },
    search: [news.textKo, news.textEn],
    label: 'textKo',
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
  });
