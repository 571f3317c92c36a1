import type { Gender } from '../../../contract/account/identity.ts';
import type { Choice } from '../../kit/chips.tsx';

export const genders: Record<Gender, Choice> = {
  female: { text: 'customer.female' },
  male: { text: 'customer.male' },
  other: { text: 'customer.other_gender' },
};
