import { notices as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { notices } from '../support.tables.ts';
import { cleanedRequired } from './shared.ts';

export const noticeResource = (context: Context) =>
  resource(context, shape, notices, {
    tag: 'support',
    search: [notices.titleKo, notices.titleEn],
    label: 'titleKo',
    values: async (values, { before }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      // One that viewers have seen keeps its day, whatever is changed about it.
      const wasOut = before && (before.published || before.announcedAt);
      return {
        ...cleanedRequired(values, 'bodyKo', 'bodyEn'),
        listedAt: after.availableFrom ?? (wasOut ? before.listedAt : context.now()),
      };
    },
  });
