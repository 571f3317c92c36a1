import LabelIcon from '@mui/icons-material/LabelOutlined';
import { instantColumn, nameColumn, referenceColumn, textColumn } from '../../kit/columns.tsx';
import { RecordFilter, SearchFilter } from '../../kit/filters.tsx';
import { FieldRow, PairInput, SlugInput } from '../../kit/inputs.tsx';
import { RecordInput } from '../../kit/reference-input.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const genres = declareResource('genres', {
  menu: { group: 'catalogue', place: 50 },
  icon: LabelIcon,
  columns: [
    nameColumn('name_ko'),
    textColumn('name_en'),
    referenceColumn('parent_id', 'genres', { from: 'sm' }),
    textColumn('slug', { sort: false, from: 'sm' }),
    instantColumn('created_at', { from: 'md' }),
  ],
  filters: [
    <SearchFilter key="q" source="q" alwaysOn />,
    <RecordFilter key="parent_id" source="parent_id" alwaysOn resource="genres" filter={{ top: true }} />,
  ],
  sort: { field: 'name_ko', order: 'ASC' },
  fields: () => (
    <>
      <PairInput source="name" isRequired max={60} />
      <FieldRow>
        <SlugInput from="name_en" />
        <RecordInput
          source="parent_id"
          resource="genres"
          filter={{ top: true }}
          sort={{ field: 'name_ko', order: 'ASC' }}
        />
      </FieldRow>
    </>
  ),
});
