/** Columns that files of several resources have. */

import type { ImageKind } from '../../../contract/images.ts';
import { maturityGrades } from '../../../contract/ratings.ts';
import type { ImportColumn } from '../../resource/importing.ts';

export const slugColumn = (example: string): ImportColumn => ({
  name: 'slug',
  ko: '주소 이름',
  en: 'Slug',
  example,
});

export const nameColumns = (ko: string, en: string): readonly ImportColumn[] => [
  { name: 'name_ko', ko: '이름 (한국어)', en: 'Name (Korean)', example: ko },
  { name: 'name_en', ko: '이름 (영어)', en: 'Name (English)', example: en },
];

export const titleColumns: readonly ImportColumn[] = [
  { name: 'title_ko', ko: '제목 (한국어)', en: 'Title (Korean)', example: '제목' },
  { name: 'title_en', ko: '제목 (영어)', en: 'Title (English)', example: 'Title' },
];

export const synopsisColumns: readonly ImportColumn[] = [
  { name: 'synopsis_ko', ko: '줄거리 (한국어)', en: 'Synopsis (Korean)', example: '' },
  { name: 'synopsis_en', ko: '줄거리 (영어)', en: 'Synopsis (English)', example: '' },
];

/** A category of a resource and one below it, each by its address or a name. */
export const categoryColumns = (resource: string, example: string): readonly ImportColumn[] => {
  const by = ['slug', 'name_ko', 'name_en'];
  return [
    {
      name: 'category',
      ko: '카테고리',
      en: 'Category',
      example,
      field: 'category_id',
      refers: { resource, by },
    },
    {
      name: 'sub_category',
      ko: '하위 카테고리',
      en: 'Sub-category',
      example: '',
      field: 'sub_category_id',
      refers: { resource, by, within: { parent_id: 'category' } },
    },
  ];
};

/** Who it comes from. */
export const contentPartnerColumn: ImportColumn = {
  name: 'content_partner',
  ko: '제휴사(CP)',
  en: 'Content partner',
  example: '',
  field: 'content_partner_id',
  refers: { resource: 'content-partners', by: ['slug', 'name_ko', 'name_en'] },
};

/** The countries of the service where it may be shown, by code or name. */
export const regionsColumn = (countries: readonly string[]): ImportColumn => {
  const [ko, en] = (['ko', 'en'] as const).map((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
  return {
    name: 'regions',
    ko: '볼 수 있는 국가',
    en: 'Countries',
    example: 'US, CA',
    isList: true,
    words: Object.fromEntries(
      countries.map((code) => [code, [code, ko?.of(code) ?? code, en?.of(code) ?? code]]),
    ),
  };
};

/** A video that has been uploaded, by the name of its file. */
export const videoColumn: ImportColumn = {
  name: 'video_file',
  ko: '영상 파일',
  en: 'Video asset',
  example: '',
  field: 'asset_id',
  refers: { resource: 'assets', by: ['file_name'] },
};

const pictureNames = {
  portrait: { ko: '세로 포스터 파일', en: 'Portrait file' },
  landscape: { ko: '가로 이미지 파일', en: 'Landscape file' },
  banner: { ko: '배너 파일', en: 'Banner file' },
  avatar: { ko: '사진 파일', en: 'Photo file' },
} satisfies Partial<Record<ImageKind, { ko: string; en: string }>>;

/** A picture that is sent beside the file, by its name. */
export const pictureColumn = (kind: keyof typeof pictureNames): ImportColumn => ({
  name: `${kind}_file`,
  ...pictureNames[kind],
  example: '',
  field: `${kind}_id`,
  picture: kind,
});

export const premiumColumn: ImportColumn = {
  name: 'premium',
  ko: '이용',
  en: 'Access',
  example: 'false',
  words: { true: ['프리미엄', 'Premium'], false: ['무료', 'Free'] },
};

export const maturityColumn: ImportColumn = {
  name: 'maturity',
  ko: '시청 등급',
  en: 'Rating',
  example: '15',
  words: Object.fromEntries(
    Object.entries(maturityGrades).map(([grade, { ko, en, us }]) => {
      const name = grade === '0' ? '전체' : `${ko}세`;
      return [grade, [name, ko, en, us, `${name} · ${us}`, `${en} · ${us}`]];
    }),
  ),
};

const publicationColumnsFor = (example: 'true' | 'false'): readonly ImportColumn[] => [
  {
    name: 'published',
    ko: '공개',
    en: 'Published',
    example,
    // An export says also where the window stands.
    words: {
      true: ['공개', 'Published', '공개 예정', 'Scheduled', '공개 종료', 'Ended'],
      false: ['비공개', 'Hidden'],
    },
  },
  { name: 'available_from', ko: '공개 시작', en: 'Available from', example: '2026-07-01 00:00' },
  { name: 'available_until', ko: '공개 종료', en: 'Available until', example: '' },
];

export const publicationColumns = publicationColumnsFor('false');
/** Of what is shown at once. */
export const openColumns = publicationColumnsFor('true');
