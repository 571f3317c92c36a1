import PeopleIcon from '@mui/icons-material/PeopleOutline';
import { imageColumn, instantColumn, nameColumn, textColumn } from '../../kit/columns.tsx';
import { SearchFilter } from '../../kit/filters.tsx';
import { ImageInput } from '../../kit/image-input.tsx';
import { DayInput, FieldRow, PairInput, SlugInput } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const people = declareResource('people', {
  menu: { group: 'catalogue', place: 30 },
  icon: PeopleIcon,
  columns: [
    imageColumn('avatar', { width: 96, ratio: 1 }, (person) => ({ ko: person.name_ko, en: person.name_en })),
    nameColumn('name_ko'),
    textColumn('name_en'),
    textColumn('profession_ko', { sort: false, from: 'sm' }),
    textColumn('profession_en', { sort: false, from: 'md' }),
    textColumn('birth_date', { sort: false, from: 'lg' }),
    instantColumn('updated_at', { from: 'md' }),
  ],
  filters: [<SearchFilter key="q" source="q" alwaysOn />],
  sort: { field: 'name_ko', order: 'ASC' },
  fields: () => (
    <>
      <ImageInput source="avatar_id" shown="avatar" kind="avatar" title="artwork.avatar" width={144} />
      <PairInput source="name" isRequired max={100} />
      <PairInput source="profession" max={60} />
      <FieldRow>
        <SlugInput from="name_en" />
        <DayInput source="birth_date" />
      </FieldRow>
    </>
  ),
});
