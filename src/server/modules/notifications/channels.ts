/** The default channels of each kind of notification, and those that users cannot turn off. */
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import { keysOf } from '../../../contract/keys.ts';

/** Episodes and notices are frequent: they are sent by mail only to users who ask for it. */
export const usualChannels: Record<NotificationKind, Record<NotificationChannel, boolean>> = {
  new_episode: { in_app: true, email: false, web_push: true },
  notice: { in_app: true, email: false, web_push: false },
  inquiry_answered: { in_app: true, email: true, web_push: true },
  security: { in_app: true, email: true, web_push: true },
  billing: { in_app: true, email: true, web_push: true },
};

export const allKinds = keysOf(usualChannels);

/**
 * Somebody who takes an account over would first turn off the notifications that warn its owner; and what is charged next, or was not
 * paid, has to be told.
 */
export const lockedChannels: Record<NotificationKind, NotificationChannel[]> = {
  new_episode: [],
  notice: [],
  inquiry_answered: [],
  security: ['email'],
  billing: ['email'],
};
