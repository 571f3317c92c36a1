import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import { instantColumn, nameColumn, numberColumn, referenceColumn, textColumn } from '../../kit/columns.tsx';
import { ChoiceFilter, RecordFilter, SearchFilter } from '../../kit/filters.tsx';
import { FieldRow, PairInput, SlugInput, WholeNumberInput } from '../../kit/inputs.tsx';
import { RecordInput } from '../../kit/reference-input.tsx';
import { declareResource } from '../../kit/resource.tsx';

export const categories = declareResource('categories', {
  menu: { group: 'catalogue', place: 40 },
  icon: AccountTreeIcon,
  columns: [
    nameColumn('name_ko'),
    textColumn('name_en'),
    referenceColumn('parent_id', 'categories', { from: 'sm' }),
    numberColumn('position'),
    textColumn('slug', { sort: false, from: 'md' }),
    instantColumn('created_at', { from: 'lg' }),
  ],
  filters: [
    <SearchFilter key="q" source="q" alwaysOn />,
    <ChoiceFilter
      key="top"
      source="top"
      alwaysOn
      choices={[
        { id: 'true', text: 'category.top' },
        { id: 'false', text: 'category.sub' },
      ]}
    />,
    <RecordFilter key="parent_id" source="parent_id" alwaysOn resource="categories" filter={{ top: true }} />,
  ],
  sort: { field: 'position', order: 'ASC' },
  fields: () => (
    <>
      <PairInput source="name" isRequired max={60} />
      <FieldRow>
        <SlugInput from="name_en" />
        <RecordInput
          source="parent_id"
          resource="categories"
          filter={{ top: true }}
          sort={{ field: 'position', order: 'ASC' }}
        />
        <WholeNumberInput source="position" defaultValue={0} isRequired />
      </FieldRow>
      <PairInput source="meta_title" max={150} />
    </>
  ),
});
