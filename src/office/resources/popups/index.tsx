import Icon from '@mui/icons-material/WebAssetOutlined';
import { availability, image, instant, line, pair, publication } from '../../kit/fields.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Welcome popups; of those that are open the first is shown. */
export const popups = declareResource('popups', {
  seenAt: () => '/',
  menu: { group: 'service', place: 30 },
  icon: Icon,
  fields: [
    image('image_id', 'image', { kind: 'landscape', title: 'artwork.popup', width: 360, list: true }),
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    line('link', { max: 500, hint: 'link.hint', lang: 'en', list: { sort: false, from: 'lg' } }),
    publication({ list: true, filter: true }),
    availability(),
    lacks({ from: 'md', among: ['artwork'] }),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['lacks', 'image_id', 'title', 'link', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
});
