import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import type { IconName } from '../../../ui/components/icon.tsx';

export const kindNames: Record<NotificationKind, MessageDescriptor> = {
  new_episode: msg`찜한 작품의 새 회차`,
  notice: msg`공지사항`,
  inquiry_answered: msg`문의 답변`,
  security: msg`보안`,
  billing: msg`이용권과 결제`,
};

export const kindHints: Record<NotificationKind, MessageDescriptor> = {
  new_episode: msg`찜한 시리즈에 새 회차가 올라올 때`,
  notice: msg`서비스에서 알려 드릴 일이 있을 때`,
  inquiry_answered: msg`1:1 문의에 답변이 도착했을 때`,
  security: msg`새 기기에서 로그인하거나 비밀번호, 이메일이 바뀔 때`,
  billing: msg`결제하지 못했거나 이용권이나 요금이 바뀔 때`,
};

export const kindIcons: Record<NotificationKind, IconName> = {
  new_episode: 'play',
  notice: 'info',
  inquiry_answered: 'check',
  security: 'lock',
  billing: 'card',
};

export const channelNames: Record<NotificationChannel, MessageDescriptor> = {
  in_app: msg`알림함`,
  email: msg`메일`,
  web_push: msg`푸시`,
};
