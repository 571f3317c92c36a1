import type { Answer } from '../../../ui/api-client.ts';
import { choiceColumn, instantColumn, nameColumn, textColumn } from '../../kit/columns.tsx';
import { ChoiceFilter, SearchFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { states, stateText, stateTone, types, typeText } from './names.ts';

type Row = Answer<'GET /api/admin/inquiries'>['data'][number];

const columns = [
  nameColumn<Row>('title', { sort: false }),
  choiceColumn<Row>('status', (_, row) => ({ text: stateText(row.status), tone: stateTone[row.status] }), {
    sort: false,
  }),
  choiceColumn<Row>('type', (_, row) => ({ text: typeText(row.type) }), { sort: false }),
  textColumn<Row>('username', { sort: false }),
  textColumn<Row>('assigned_name', { sort: false, from: 'md' }),
  instantColumn<Row>('created_at', { from: 'sm' }),
  instantColumn<Row>('answered_at', { from: 'md', sort: false }),
];

/** What customers ask, the newest first. */
export function InquiryList() {
  return (
    <ListPage<Row>
      columns={columns}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      canCreate={false}
      canDelete={false}
      emptyHint="inquiry.empty"
      filters={[
        <SearchFilter key="q" source="q" alwaysOn />,
        <ChoiceFilter
          key="status"
          source="status"
          alwaysOn
          choices={states.map((id) => ({ id, text: stateText(id) }))}
        />,
        <ChoiceFilter
          key="type"
          source="type"
          alwaysOn
          choices={types.map((id) => ({ id, text: typeText(id) }))}
        />,
        <ChoiceFilter
          key="assigned"
          source="assigned"
          alwaysOn
          choices={[
            { id: 'me', text: 'inquiry.mine' },
            { id: 'nobody', text: 'inquiry.nobody' },
          ]}
        />,
      ]}
    />
  );
}
