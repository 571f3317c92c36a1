/** What the service says, in the back office: notices, news, popups, questions, pages and their versions, events, social links. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import type { ValidationMessage } from '../messages.ts';
import { isReservedSlug } from '../pages.ts';
import { line, requiredLine } from '../text.ts';
import { image } from '../wire.ts';
import {
  color,
  html,
  instant,
  lack,
  lacks,
  link,
  position,
  publicationDefaults,
  publicationFields,
  q,
  requiredHtml,
  slug,
  uuid,
  webAddress,
} from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

const published = z.stringbool().optional();

export const notices = resourceShape({
  name: 'notices',
  module: 'notices',
  fields: {
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    body_ko: requiredHtml(),
    body_en: requiredHtml(),
    ...publicationFields,
  },
  defaults: publicationDefaults,
  /** The day that viewers see. */
  more: { listed_at: z.string() },
  filter: { q, published },
  sort: ['listed_at', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const news = resourceShape({
  name: 'news',
  module: 'news',
  fields: {
    text_ko: requiredLine(300),
    text_en: requiredLine(300),
    background_color: color,
    text_color: color,
    /** How long the line takes to pass by. */
    speed_seconds: z.number().int().min(5).max(60),
    ...publicationFields,
  },
  defaults: { background_color: null, text_color: null, speed_seconds: 18, ...publicationDefaults },
  more: { position },
  filter: { q, published },
  sort: ['position', 'text_ko', 'text_en', 'created_at', 'updated_at'],
});

export const popups = resourceShape({
  name: 'popups',
  module: 'popups',
  fields: {
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    image_id: uuid.nullable(),
    link,
    ...publicationFields,
  },
  defaults: { image_id: null, link: '', ...publicationDefaults },
  more: { image: image.nullable(), position, lacks },
  filter: { q, published, lacks: lack.optional() },
  sort: ['position', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const faqCategories = resourceShape({
  name: 'faq-categories',
  module: 'faqs',
  fields: { title_ko: requiredLine(80), title_en: requiredLine(80), ...publicationFields },
  defaults: publicationDefaults,
  more: { faq_count: z.number().int(), position },
  filter: { q, published },
  sort: ['position', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const faqs = resourceShape({
  name: 'faqs',
  module: 'faqs',
  fields: {
    category_id: uuid,
    question_ko: requiredLine(300),
    question_en: requiredLine(300),
    answer_ko: requiredHtml(),
    answer_en: requiredHtml(),
    ...publicationFields,
  },
  defaults: publicationDefaults,
  more: { position },
  filter: { q, category_id: uuid.optional(), published },
  sort: ['position', 'question_ko', 'question_en', 'created_at', 'updated_at'],
});

/** Pages of the law have dated versions; there is one of each. */
export const pageKinds = ['page', 'terms', 'privacy', 'refund'] as const;

export const pages = resourceShape({
  name: 'pages',
  module: 'pages',
  fields: {
    kind: z.enum(pageKinds),
    slug: slug.refine((sent) => !isReservedSlug(sent), 'slug_reserved' satisfies ValidationMessage),
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    content_ko: html(),
    content_en: html(),
    meta_title_ko: line(150),
    meta_title_en: line(150),
    meta_description_ko: line(300),
    meta_description_en: line(300),
    thumbnail_id: uuid.nullable(),
    banner_id: uuid.nullable(),
    in_footer: z.boolean(),
    ...publicationFields,
  },
  defaults: {
    kind: 'page',
    content_ko: '',
    content_en: '',
    meta_title_ko: '',
    meta_title_en: '',
    meta_description_ko: '',
    meta_description_en: '',
    thumbnail_id: null,
    banner_id: null,
    in_footer: true,
    ...publicationDefaults,
  },
  more: { thumbnail: image.nullable(), banner: image.nullable(), position, lacks },
  filter: {
    q,
    lacks: lack.optional(),
    kind: z.enum(pageKinds).optional(),
    /** Those with versions, or those without. */
    versioned: z.stringbool().optional(),
    published,
  },
  sort: ['position', 'title_ko', 'title_en', 'slug', 'created_at', 'updated_at'],
});

export const pageVersions = resourceShape({
  name: 'page-versions',
  module: 'terms',
  fields: {
    page_id: uuid,
    effective_from: instant.unwrap(),
    content_ko: requiredHtml(),
    content_en: requiredHtml(),
  },
  more: {
    /** The page's title. */
    title_ko: z.string(),
    title_en: z.string(),
    /** Where viewers read it. */
    page_slug: z.string(),
    state: z.enum(['coming', 'in_force', 'past']),
  },
  /** `q`: what the page is called. */
  filter: { q, page_id: uuid.optional() },
  sort: ['effective_from', 'created_at', 'updated_at'],
});

export const boardEvents = resourceShape({
  name: 'board-events',
  module: 'board-events',
  fields: {
    title_ko: requiredLine(200),
    title_en: requiredLine(200),
    body_ko: html(),
    body_en: html(),
    image_id: uuid.nullable(),
    link,
    ...publicationFields,
  },
  defaults: { body_ko: '', body_en: '', image_id: null, link: '', ...publicationDefaults },
  more: { image: image.nullable(), position, lacks },
  filter: { q, published, lacks: lack.optional() },
  sort: ['position', 'title_ko', 'title_en', 'created_at', 'updated_at'],
});

export const socialIcons = [
  'youtube',
  'instagram',
  'facebook',
  'x',
  'tiktok',
  'kakao',
  'naver',
  'other',
] as const;

export const socialLinks = resourceShape({
  name: 'social-links',
  module: 'social-links',
  fields: {
    icon: z.enum(socialIcons),
    name_ko: requiredLine(60),
    name_en: requiredLine(60),
    url: webAddress,
    ...publicationFields,
  },
  defaults: publicationDefaults,
  more: { position },
  filter: { q, published },
  sort: ['position', 'name_ko', 'name_en', 'created_at', 'updated_at'],
});

export const adminSupportCalls = {
  ...resourceCalls(notices),
  ...resourceCalls(news),
  ...resourceCalls(popups),
  ...resourceCalls(faqCategories),
  ...resourceCalls(faqs),
  ...resourceCalls(pages),
  ...resourceCalls(pageVersions),
  ...resourceCalls(boardEvents),
  ...resourceCalls(socialLinks),
} satisfies CallTable;
