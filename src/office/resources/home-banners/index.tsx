import Icon from '@mui/icons-material/ViewCarouselOutlined';
import { availability, flag, instant, pair, publication, reference } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** The slides of home's main banner ("home video"). */
export const homeBanners = declareResource('home-banners', {
  seenAt: () => '/',
  menu: { group: 'content', place: 20 },
  module: 'home',
  title: { ko: '홈 영상', en: 'Home video' },
  icon: Icon,
  fields: [
    pair('title', { input: false, list: { ko: { sort: false }, en: { sort: false, from: 'md' } } }),
    reference('programme_id', 'programmes', { required: true, filter: true }),
    flag(
      'auto_preview',
      { yes: { text: 'banner.preview', tone: 'sky' }, no: { text: 'banner.still' } },
      { initially: true, list: { from: 'sm' } },
    ),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['programme_id', ['auto_preview', 'published'], 'available_from'],
  sort: { field: 'position', order: 'ASC' },
});
