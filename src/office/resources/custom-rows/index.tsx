import Icon from '@mui/icons-material/PlaylistPlayOutlined';
import { useWatch } from 'react-hook-form';
import type { FieldPlace } from '../../kit/field.tsx';
import { availability, instant, pair, publication, slug } from '../../kit/fields.tsx';
import { orderedRecords } from '../../kit/ordered-records.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { viewField } from './view-field.tsx';

/** Programmes under a title of their own: chosen and put in order by hand, or what a saved view finds. */
export const customRows = declareResource('custom-rows', {
  seenAt: ({ slug }) => `/content/${slug}`,
  menu: { group: 'content', place: 30 },
  module: 'home',
  title: { ko: '모음', en: 'Custom rows' },
  icon: Icon,
  fields: [
    pair('title', { required: true, max: 100, list: { ko: {}, en: { from: 'md' } } }),
    slug({ from: 'title_en', list: { from: 'lg' } }),
    viewField(),
    orderedRecords('programme_ids', 'programmes', { max: 200 }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'md' } }),
  ],
  form: RowForm,
  sort: { field: 'updated_at', order: 'DESC' },
});

/** What was chosen by hand is asked for unless a view fills the row. */
function RowForm({ Field }: { Field: FieldPlace<RowOf<'custom-rows'>> }) {
  const view = useWatch({ name: 'view' });
  return (
    <>
      <Field name="title" />
      <Field name="slug" />
      <Field name="view" />
      {!view && <Field name="programme_ids" />}
      <Field name="published" />
      <Field name="available_from" />
    </>
  );
}
