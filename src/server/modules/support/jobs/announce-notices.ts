/** The job that tells viewers of notices that have come out: every minute, whoever wrote them and whenever they are due. */
import { and, gt, isNull } from 'drizzle-orm';
import { appEvent } from '../../../adapters/push/port.ts';
import { announceChange } from '../../../cache/changes.ts';
import { defineJob } from '../../../jobs/queue.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { noticeIsOut } from '../support.service.ts';
import { notices } from '../support.tables.ts';

/** A notice that came out longer ago is no news: it was entered late. */
const newsMs = 3_600_000;

export const announceNoticesJob = defineJob<Record<string, never>>(
  'support_announce_notices',
  async (_payload, context) => {
    const { db, push, now } = context;
    const due = await db.transaction(async (tx) => {
      const out = await tx
        .update(notices)
        .set({ announcedAt: now() })
        .where(
          and(
            isNull(notices.announcedAt),
            noticeIsOut(now()),
            gt(notices.listedAt, new Date(now().getTime() - newsMs)),
          ),
        )
        .returning({ id: notices.id, title_ko: notices.titleKo, title_en: notices.titleEn });
      for (const values of out)
        await notify(tx, context, {
          cause: 'notice',
          subjectId: values.id,
          values,
          audience: { everyone: true },
        });
      return out;
    });
    // Pages that are told fetch the notice at once: a list cached earlier would lack it.
    if (due.length > 0) await announceChange(db, 'support');
    for (const { title_ko, title_en } of due)
      await push.broadcast(appEvent('notices', 'NoticeCreated', { title_ko, title_en }));
  },
);
