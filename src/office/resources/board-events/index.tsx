import Icon from '@mui/icons-material/CelebrationOutlined';
import { availability, image, instant, line, pair, publication } from '../../kit/fields.tsx';
import { html } from '../../kit/html-field.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** What is going on: on home's event board and on the page of events. */
export const boardEvents = declareResource('board-events', {
  seenAt: () => '/events',
  menu: { group: 'service', place: 80 },
  icon: Icon,
  fields: [
    image('image_id', 'image', { kind: 'landscape', title: 'artwork.event', width: 360, list: true }),
    pair('title', { required: true, list: { ko: {}, en: { from: 'md' } } }),
    html('body'),
    line('link', { max: 500, hint: 'link.hint', lang: 'en' }),
    publication({ list: true, filter: true }),
    availability(),
    lacks({ from: 'md', among: ['artwork', 'language'] }),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: ['lacks', 'image_id', 'title', 'body', 'link', 'published', 'available_from'],
  sort: { field: 'position', order: 'ASC' },
  width: 1200,
});
