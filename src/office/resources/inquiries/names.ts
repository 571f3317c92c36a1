import type { InquiryState, InquiryType } from '../../../contract/account/inquiries.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { Accent } from '../../theme.ts';

export const states: InquiryState[] = ['received', 'answered', 'closed'];
export const types: InquiryType[] = ['service', 'payment', 'sign_in', 'content', 'technical', 'other'];

export const stateText = (state: InquiryState): TextKey => `inquiry.${state}`;
export const typeText = (type: InquiryType): TextKey => `inquiry_type.${type}`;
export const stateTone: Record<InquiryState, Accent> = { received: 'sky', answered: 'jade', closed: 'grey' };
