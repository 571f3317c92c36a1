/** The demo's notices, questions and pages, loaded once. */
import { eq, inArray } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import { users } from '../src/server/modules/accounts/accounts.tables.ts';
import { planPeriods } from '../src/server/modules/plans/plans.tables.ts';
import { socialLinks } from '../src/server/modules/support/support.tables.ts';
import {
  buildFaq,
  buildFaqCategory,
  buildNews,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildPlan,
} from '../test/build.ts';
import {
  demoFaqs,
  demoNews,
  demoNotices,
  demoPages,
  demoPlans,
  demoSocialLinks,
} from './catalogue/support.ts';
import { isLoaded, setLoaded } from './parts.ts';

const dayMs = 86_400_000;

/** Loads them all or none. */
export async function loadDemoSupport(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'support')) return;
  const now = context.now().getTime();
  await context.db.transaction(async (tx) => {
    for (const own of demoNotices) {
      await buildNotice(tx, {
        titleKo: own.ko[0],
        bodyKo: own.ko[1],
        titleEn: own.en[0],
        bodyEn: own.en[1],
        listedAt: new Date(now - own.daysAgo * dayMs),
      });
    }
    for (const [position, topic] of demoFaqs.entries()) {
      const { id: categoryId } = await buildFaqCategory(tx, {
        titleKo: topic.ko,
        titleEn: topic.en,
        position,
      });
      for (const [place, own] of topic.faqs.entries()) {
        await buildFaq(tx, {
          categoryId,
          questionKo: own.ko[0],
          answerKo: `<p>${own.ko[1]}</p>`,
          questionEn: own.en[0],
          answerEn: `<p>${own.en[1]}</p>`,
          position: place,
        });
      }
    }
    for (const [position, own] of demoPages.entries()) {
      const kind =
        own.slug === 'terms' || own.slug === 'privacy' || own.slug === 'refund' ? own.slug : 'page';
      const content = { contentKo: own.ko[1], contentEn: own.en[1] };
      const page = await buildPage(tx, {
        kind,
        slug: own.slug,
        titleKo: own.ko[0],
        titleEn: own.en[0],
        ...(kind === 'page' ? content : { contentKo: '', contentEn: '' }),
        position,
      });
      if (kind !== 'page')
        await buildPageVersion(tx, {
          pageId: page.id,
          ...content,
          effectiveFrom: new Date(now - 90 * dayMs),
        });
    }
    for (const [position, [textKo, textEn]] of demoNews.entries())
      await buildNews(tx, { textKo, textEn, position });
    await tx.insert(socialLinks).values(demoSocialLinks.map((own, position) => ({ ...own, position })));
    for (const [position, own] of demoPlans.entries()) {
      const { id, period } = await buildPlan(tx, {
        ...own,
        position,
        priceFrom: new Date(now - 730 * dayMs),
      });
      // The demo family has paid for its year.
      if (period === 'yearly') {
        const family = tx.select({ id: users.householdId }).from(users).where(eq(users.username, 'family'));
        await tx.update(planPeriods).set({ planId: id }).where(inArray(planPeriods.householdId, family));
      }
    }
    await setLoaded(tx, 'support');
    await announceChange(tx, 'support');
    await announceChange(tx, 'plans');
  });
}
