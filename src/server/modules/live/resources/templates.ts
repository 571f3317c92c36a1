import { eq } from 'drizzle-orm';
import { liveTemplates as shape, templateSlots } from '../../../../contract/admin/channels.ts';
import type { Context } from '../../../context.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { failField } from '../../../errors.ts';
import { foundBy } from '../../../resource/found-by.ts';
import type { Step } from '../../../resource/model.ts';
import { resource } from '../../../resource/resource.ts';
import { enqueueTemplates } from '../jobs/live.jobs.ts';
import { liveChannels, liveTemplateSlots, liveTemplates } from '../live.tables.ts';
import { countTemplateUses, listSlotFacts } from '../templates.repo.ts';
import { checkContent } from './content.ts';

/** The resource of channels by their medium. */
const channelsOf = { tv: 'channels', radio: 'radio-channels' } as const;

export const liveTemplateResource = (context: Context) =>
  resource(context, shape, liveTemplates, {
    search: [liveTemplates.name],
    label: 'name',
    present: async (db, rows) => {
      const uses = await countTemplateUses(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => ({
        slot_count: uses.get(id)?.slots ?? 0,
        channel_count: uses.get(id)?.channels ?? 0,
      }));
    },
    values: async (values, { tx, before }) => {
      if (before && values.period && values.period !== before.period) {
        const slots = (await countTemplateUses(tx, [before.id])).get(before.id)?.slots ?? 0;
        if (slots > 0) failField('period', 'template_has_slots');
      }
      return values;
    },
    goesWith: async (ids, { tx }) => {
      const slots = await tx
        .select({ id: liveTemplateSlots.id })
        .from(liveTemplateSlots)
        .where(isOneOf(liveTemplateSlots.templateId, ids));
      const channels = await tx
        .select({ id: liveChannels.id, medium: liveChannels.medium })
        .from(liveChannels)
        .where(isOneOf(liveChannels.templateId, ids));
      return [
        ...slots.map(({ id }): Step => ({ entity: 'template-slots', id, action: 'delete' })),
        ...channels.map(
          ({ id, medium }): Step => ({
            entity: channelsOf[medium],
            id,
            action: 'update',
            input: { template_id: null },
          }),
        ),
      ];
    },
    afterChange: (_rows, { tx }) => enqueueTemplates(tx),
  });

export const templateSlotResource = (context: Context) =>
  resource(context, templateSlots, liveTemplateSlots, {
    partOf: { column: 'templateId', of: 'live-templates' },
    search: [liveTemplateSlots.titleKo, liveTemplateSlots.titleEn],
    finds: { programme_id: foundBy(context, liveTemplateSlots.programmeId, 'programmes') },
    label: {
      of: ['weekday', 'startTime', 'titleKo'],
      text: ({ weekday, startTime, titleKo }) =>
        [weekday, startTime, titleKo].filter((part) => part !== null && part !== '').join(' '),
    },
    present: async (db, rows) => {
      const facts = await listSlotFacts(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, repeats }) => {
        const { playMs = null, nameKo = '', nameEn = '' } = facts.get(id) ?? {};
        const durationMs = playMs === null ? null : playMs * repeats;
        return { name_ko: nameKo, name_en: nameEn, duration_ms: durationMs };
      });
    },
    values: async (values, change) => {
      const { tx, before, once } = change;
      const after = { ...before, ...values };
      const { templateId } = after;
      if (templateId && (values.templateId !== undefined || values.weekday !== undefined)) {
        const [template] = await once(`template ${templateId}`, () =>
          tx.select().from(liveTemplates).where(eq(liveTemplates.id, templateId)),
        );
        if (!template) failField('template_id', 'exists');
        if (template.period === 'weekly' && !after.weekday) failField('weekday', 'required');
        if (template.period === 'daily' && after.weekday) failField('weekday', 'template_daily');
      }
      await checkContent(values, after, change);
      return values;
    },
    afterChange: (_rows, { tx }) => enqueueTemplates(tx),
  });
