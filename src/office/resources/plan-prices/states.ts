import type { Choice } from '../../kit/chips.tsx';
import type { RowOf } from '../../names.ts';

export const priceStates: Record<RowOf<'plan-prices'>['state'], Choice> = {
  coming: { text: 'version.coming', tone: 'sky' },
  in_force: { text: 'version.in_force', tone: 'jade' },
  past: { text: 'price.past' },
};
