import { radioGroups as shape } from '../../../../contract/admin/channels.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { radioGroups } from '../live.tables.ts';

export const radioGroupResource = (context: Context) =>
  resource(context, shape, radioGroups, {
    tag: 'live',
    order: { position: radioGroups.position },
    search: [radioGroups.nameKo, radioGroups.nameEn],
    label: 'nameKo',
  });
