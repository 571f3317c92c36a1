import Icon from '@mui/icons-material/ShareOutlined';
import { availability, choice, instant, line, pair, publication } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Where else the service is: the links of the viewer's footer. */
export const socialLinks = declareResource('social-links', {
  seenAt: () => '/',
  menu: { group: 'service', place: 90 },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'md' } } }),
    choice(
      'icon',
      {
        youtube: { text: 'icon.youtube' },
        instagram: { text: 'icon.instagram' },
        facebook: { text: 'icon.facebook' },
        x: { text: 'icon.x' },
        tiktok: { text: 'icon.tiktok' },
        kakao: { text: 'icon.kakao' },
        naver: { text: 'icon.naver' },
        other: { text: 'icon.other' },
      },
      { initially: 'youtube', list: { from: 'sm' } },
    ),
    line('url', {
      required: true,
      max: 500,
      hint: 'url.hint',
      lang: 'en',
      list: { sort: false, from: 'lg' },
    }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['name', ['icon', 'url'], 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
});
