import type { Answer } from '../../../ui/api-client.ts';
import { choiceColumn, instantColumn, nameColumn, textColumn } from '../../kit/columns.tsx';
import { SearchFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/list-page.tsx';

type Row = Answer<'GET /api/admin/customers'>['data'][number];

const columns = [
  nameColumn<Row>('username', { sort: false }),
  textColumn<Row>('email', { sort: false }),
  choiceColumn<Row>(
    'suspended_at',
    (at) => (at ? { text: 'customer.suspended', tone: 'rose' } : { text: 'customer.active', tone: 'jade' }),
    { sort: false },
  ),
  instantColumn<Row>('created_at', { from: 'sm' }),
];

/** Who has an account, the newest first. */
export function CustomerList() {
  return (
    <ListPage<Row>
      columns={columns}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      canCreate={false}
      canDelete={false}
      emptyHint="customer.empty"
      filters={[<SearchFilter key="q" source="q" alwaysOn />]}
    />
  );
}
