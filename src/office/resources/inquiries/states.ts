import type { InquiryState, InquiryType } from '../../../contract/account/inquiries.ts';
import type { Choice } from '../../kit/chips.tsx';

/** How far an inquiry is. */
export const inquiryStates: Record<InquiryState, Choice> = {
  received: { text: 'inquiry.received', tone: 'sky' },
  answered: { text: 'inquiry.answered', tone: 'jade' },
  closed: { text: 'inquiry.closed', tone: 'grey' },
};

/** What it is about. */
export const inquiryTypes: Record<InquiryType, Choice> = {
  service: { text: 'inquiry_type.service' },
  payment: { text: 'inquiry_type.payment' },
  sign_in: { text: 'inquiry_type.sign_in' },
  content: { text: 'inquiry_type.content' },
  technical: { text: 'inquiry_type.technical' },
  other: { text: 'inquiry_type.other' },
};
