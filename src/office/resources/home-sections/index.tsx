import Icon from '@mui/icons-material/ViewAgendaOutlined';
import { useWatch } from 'react-hook-form';
import type { Choice } from '../../kit/chips.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { availability, choice, instant, pair, publication, reference } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';

type Section = RowOf<'home-sections'>;

const types: Record<Section['type'], Choice> = {
  category: { text: 'section.category' },
  row: { text: 'section.row' },
  free: { text: 'section.free' },
  tv: { text: 'section.tv' },
  radio: { text: 'section.radio' },
  youtube: { text: 'section.youtube' },
  ad: { text: 'section.ad' },
  leaving: { text: 'section.leaving' },
};

/** The rows of the home page. */
export const homeSections = declareResource('home-sections', {
  seenAt: () => '/',
  menu: { group: 'content', place: 10 },
  module: 'home',
  title: { ko: '홈 섹션', en: 'Home sections' },
  icon: Icon,
  fields: [
    pair('name', { required: true, max: 100, list: { ko: {}, en: { from: 'md' } } }),
    choice('type', types, {
      label: { ko: '종류', en: 'Type' },
      initially: 'category',
      list: true,
      filter: true,
    }),
    reference('category_id', 'categories', { required: true, among: { top: true }, list: { from: 'lg' } }),
    reference('custom_row_id', 'custom-rows', { required: true, list: { from: 'lg' } }),
    publication({ list: true, filter: true }),
    availability(),
    instant('updated_at', { list: { from: 'xl' } }),
  ],
  form: SectionForm,
  sort: { field: 'position', order: 'ASC' },
});

/** The type decides which record has to be chosen. */
function SectionForm({ Field }: { Field: FieldPlace<Section> }) {
  const type = useWatch({ name: 'type' }) as Section['type'] | undefined;
  return (
    <>
      <Field name="name" />
      <FieldRow>
        <Field name="type" />
        {type === 'category' && <Field name="category_id" />}
        {type === 'row' && <Field name="custom_row_id" />}
      </FieldRow>
      <Field name="published" />
      <Field name="available_from" />
    </>
  );
}
