import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InquiryState, InquiryType } from '../../../contract/account/inquiries.ts';

/** What inquiries are about, in the order of choosing. */
export const typeNames: Record<InquiryType, MessageDescriptor> = {
  service: msg`서비스 이용`,
  payment: msg`결제`,
  sign_in: msg`가입·로그인`,
  content: msg`상품·콘텐츠`,
  technical: msg`기술 지원`,
  other: msg`기타·제안`,
};

/** Whether a text is one of the things that inquiries are about. */
export const isInquiryType = (text: string): text is InquiryType => Object.hasOwn(typeNames, text);

export const stateNames: Record<InquiryState, MessageDescriptor> = {
  received: msg`접수됨`,
  answered: msg`답변 완료`,
  closed: msg`종료`,
};

export const stateTones = { received: 'sky', answered: 'jade', closed: 'dark' } as const;
