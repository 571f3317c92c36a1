import SecurityIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import { instantColumn, nameColumn, numberColumn, textColumn } from '../../kit/columns.tsx';
import { SearchFilter } from '../../kit/filters.tsx';
import { PairInput } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';

export const roles = declareResource('roles', {
  menu: { group: 'operation', place: 50 },
  icon: SecurityIcon,
  columns: [
    nameColumn('name_ko'),
    textColumn('name_en'),
    numberColumn('staff_count', { sort: false }),
    instantColumn('created_at', { from: 'sm' }),
  ],
  filters: [<SearchFilter key="q" source="q" alwaysOn />],
  sort: { field: 'name_ko', order: 'ASC' },
  fields: () => (
    <>
      <PairInput source="name" isRequired max={60} />
      <PermissionMatrix />
    </>
  ),
});
