/** Fills the sections of home: all sections of a page that have the same type are filled at once. */
import type { Locale } from '../../../contract/errors.ts';
import type { HomeSection, HomeSectionType } from '../../../contract/viewer/home.ts';
import type { Context } from '../../context.ts';
import { lastPage } from '../../db/paging.ts';
import type { Viewer } from '../../http/caller.ts';
import { listAds } from '../ads/ads.service.ts';
import { latestSeries, newestByCategory } from '../catalog/catalog.service.ts';
import { customRowCards, freeVideosToday, leavingPage } from '../catalog/lists.service.ts';
import { listChannelCards } from '../live/live.service.ts';
import { newestClips, sliderLength } from '../partner-video/partner-video.service.ts';
import type { SectionRow } from './home.repo.ts';

/** A row of home shows at most this many pages of its category; the category's own page shows the rest. */
const pagesOfRow = 20;
/** The page size of free videos on every screen; their tabs and further pages use it too. */
const freePerPage = 16;

interface Asked {
  context: Context;
  viewer: Viewer;
  locale: Locale;
  sections: SectionRow[];
  perPage: number;
}

/** Section id → its content; a section without content is absent, and so is left out of home. */
type Filled = Map<string, HomeSection>;

const fillers: Record<HomeSectionType, (asked: Asked) => Promise<Filled>> = {
  category: fillCategorySections,
  free: fillFreeSections,
  row: fillRowSections,
  tv: fillTvSections,
  radio: fillRadioSections,
  ad: fillAdSections,
  youtube: fillYoutubeSections,
  leaving: fillLeavingSections,
};

/** The sections of one page of home, in order, filled with one read for each type among them. */
export async function fillSections(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  rows: SectionRow[],
  perPage: number,
): Promise<HomeSection[]> {
  const types = [...new Set(rows.map((row) => row.type))];
  const filled = await Promise.all(
    types.map((type) =>
      fillers[type]({
        context,
        viewer,
        locale,
        perPage,
        sections: rows.filter((row) => row.type === type),
      }),
    ),
  );
  return rows.flatMap((row) => filled[types.indexOf(row.type)]?.get(row.id) ?? []);
}

/** The fields that every type of section has. */
function base(section: SectionRow, locale: Locale, perPage: number, total: number) {
  return {
    id: section.id,
    name: locale === 'ko' ? section.nameKo : section.nameEn,
    slug: section.customRowSlug ?? section.categorySlug ?? '',
    category_id: section.categoryId,
    category_slug: section.categorySlug,
    per_page: perPage,
    current_page: 1,
    last_page: lastPage(total, perPage),
  };
}

async function fillCategorySections({ context, viewer, locale, sections, perPage }: Asked): Promise<Filled> {
  const groups = await newestByCategory(
    context,
    viewer,
    locale,
    'category_id',
    sections.flatMap((section) => section.categoryId ?? []),
    perPage,
    perPage * pagesOfRow,
  );
  return new Map(
    sections.flatMap((section) => {
      const group = section.categoryId ? groups.get(section.categoryId) : undefined;
      if (!group) return [];
      return [
        [
          section.id,
          { ...base(section, locale, perPage, group.total), type: 'category', videos: group.cards },
        ],
      ];
    }),
  );
}

/** Filled only for viewers without a plan: with a plan, every video is open. */
async function fillFreeSections({ context, viewer, locale, sections }: Asked): Promise<Filled> {
  if (viewer.hasPlan) return new Map();
  const page = { page: 1, per_page: freePerPage };
  const { data, meta } = await freeVideosToday(context, viewer, locale, undefined, page);
  if (data.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, freePerPage, meta.total), type: 'free', videos: data },
    ]),
  );
}

async function fillRowSections({ context, viewer, locale, sections, perPage }: Asked): Promise<Filled> {
  const ids = sections.flatMap((section) => section.customRowId ?? []);
  const groups = await customRowCards(context, viewer, locale, ids, perPage);
  return new Map(
    sections.flatMap((section) => {
      const group = section.customRowId ? groups.get(section.customRowId) : undefined;
      if (!group) return [];
      return [
        [section.id, { ...base(section, locale, perPage, group.total), type: 'row', videos: group.cards }],
      ];
    }),
  );
}

/** All sections of this type have the same content; most homes have one. */
async function fillTvSections({ context, viewer, locale, sections, perPage }: Asked): Promise<Filled> {
  const [videos, latest_series] = await Promise.all([
    listChannelCards(context, viewer, locale, 'tv', perPage),
    latestSeries(context, viewer, locale, perPage),
  ]);
  if (videos.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, perPage, videos.length), type: 'tv', videos, latest_series },
    ]),
  );
}

/** All sections of this type have the same content. */
async function fillRadioSections({ context, viewer, locale, sections, perPage }: Asked): Promise<Filled> {
  const videos = await listChannelCards(context, viewer, locale, 'radio', perPage);
  if (videos.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, perPage, videos.length), type: 'radio', videos },
    ]),
  );
}

async function fillLeavingSections({ context, viewer, locale, sections, perPage }: Asked): Promise<Filled> {
  const { data, meta } = await leavingPage(context, viewer, locale, { page: 1, per_page: perPage });
  if (data.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, perPage, meta.total), type: 'leaving', videos: data },
    ]),
  );
}

/** The ads themselves have a call of their own, because views of them are reported. */
async function fillAdSections({ context, viewer, locale, sections }: Asked): Promise<Filled> {
  const ads = await listAds(context, viewer, 'small-banner', locale);
  if (ads.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, ads.length, ads.length), type: 'ad', videos: [] },
    ]),
  );
}

/** All sections of this type have the same content: the newest clips. */
async function fillYoutubeSections({ context, viewer, locale, sections }: Asked): Promise<Filled> {
  const videos = await newestClips(context, { viewer, locale }, sliderLength);
  if (videos.length === 0) return new Map();
  return new Map(
    sections.map((section) => [
      section.id,
      { ...base(section, locale, sliderLength, videos.length), type: 'youtube', videos },
    ]),
  );
}
