/** What people are told by which channels unless they have chosen otherwise, and what they cannot choose. */
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import { keysOf } from '../../../contract/keys.ts';

/** Episodes and notices are many: they come by mail only to who asks for it. */
export const usualChannels: Record<NotificationKind, Record<NotificationChannel, boolean>> = {
  new_episode: { in_app: true, email: false, web_push: true },
  notice: { in_app: true, email: false, web_push: false },
  inquiry_answered: { in_app: true, email: true, web_push: true },
  security: { in_app: true, email: true, web_push: true },
};

export const allKinds = keysOf(usualChannels);

/** Security messages cannot be turned off: an attacker would do that first. */
export const lockedChannels: Record<NotificationKind, NotificationChannel[]> = {
  new_episode: [],
  notice: [],
  inquiry_answered: [],
  security: ['email'],
};
