import SeasonsIcon from '@mui/icons-material/VideoLibraryOutlined';
import { availability, image, instant, number, pair, publication, reference } from '../../kit/fields.tsx';
import { BesidePicture, FieldRow } from '../../kit/inputs.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { PageWithin } from '../programmes/page-within.tsx';

/** They are added within their programme's page. */
export const seasons = declareResource('seasons', {
  seenAt: ({ programme_id }) => `/view/s/${programme_id}`,
  module: 'programmes',
  menu: { group: 'catalogue', place: 12 },
  icon: SeasonsIcon,
  fields: [
    image('landscape_id', 'landscape', {
      kind: 'landscape',
      title: 'artwork.season',
      width: 220,
      list: { from: 'md' },
    }),
    reference('programme_id', 'programmes', { input: false, list: true, filter: 'any' }),
    number('number', { required: true, min: 1, max: 999, list: true }),
    pair('name', { max: 100, list: { ko: { sort: false }, en: { sort: false } }, asked: true }),
    number('episode_count', { input: false, list: { sort: false, from: 'sm' } }),
    lacks({ from: 'md', among: ['video', 'captions', 'artwork', 'language'] }),
    publication({ list: true, filter: true, initially: true }),
    availability(),
    instant('created_at', { list: { from: 'lg' } }),
  ],
  form: ({ Field }) => (
    <>
      <Field name="lacks" />
      <BesidePicture picture={<Field name="landscape_id" />}>
        <FieldRow>
          <Field name="number" />
          <Field name="published" />
        </FieldRow>
        <Field name="name" />
        <Field name="available_from" />
      </BesidePicture>
    </>
  ),
  sort: { field: 'created_at', order: 'DESC' },
  pages: {
    edit: () => <PageWithin page="edit" form={<seasons.Form />} />,
    show: () => <PageWithin page="show" form={<seasons.Form />} />,
  },
});
