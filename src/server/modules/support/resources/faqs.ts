import { count, inArray } from 'drizzle-orm';
import { faqCategories as categoryShape, faqs as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { faqCategories, faqs } from '../support.tables.ts';
import { cleanedRequired } from './shared.ts';

/** A category goes with its questions. */
export const faqCategoryResource = (context: Context) =>
  resource(context, categoryShape, faqCategories, {
    tag: 'support',
    order: { position: faqCategories.position },
    search: [faqCategories.titleKo, faqCategories.titleEn],
    label: 'titleKo',
    present: async (db, rows) => {
      const counts = await db
        .select({ categoryId: faqs.categoryId, total: count() })
        .from(faqs)
        .where(
          inArray(
            faqs.categoryId,
            rows.map(({ id }) => id),
          ),
        )
        .groupBy(faqs.categoryId);
      return rows.map(({ id }) => ({
        faq_count: counts.find(({ categoryId }) => categoryId === id)?.total ?? 0,
      }));
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
    goesWith: async (ids, { tx }) =>
      (await tx.select({ id: faqs.id }).from(faqs).where(inArray(faqs.categoryId, ids)).orderBy(faqs.id)).map(
        ({ id }) => ({ entity: shape.name, id, action: 'delete' }),
      ),
  });

export const faqResource = (context: Context) =>
  resource(context, shape, faqs, {
    tag: 'support',
    order: { position: faqs.position, within: faqs.categoryId },
    search: [faqs.questionKo, faqs.questionEn],
    label: 'questionKo',
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return cleanedRequired(values, 'answerKo', 'answerEn');
    },
  });
