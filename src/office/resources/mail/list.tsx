import { type Column, choiceColumn, instantColumn, nameColumn, textColumn } from '../../kit/columns.tsx';
import { ChoiceFilter, SearchFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import type { RecordOf } from '../../names.ts';
import { mailStates } from './states.ts';

export type MailMessage = RecordOf<'mail'>;

const columns: Column<MailMessage>[] = [
  instantColumn('created_at'),
  nameColumn('to_address', { sort: false }),
  textColumn('subject', { sort: false }),
  choiceColumn('state', (_, { state }) => mailStates[state], { sort: false }),
  instantColumn('sent_at', { sort: false, from: 'md' }),
];

/** Every message the service has written, the newest first. */
export function MailList() {
  return (
    <ListPage<MailMessage>
      columns={columns}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      canCreate={false}
      canDelete={false}
      emptyHint="mail.empty"
      filters={[
        <SearchFilter key="q" source="q" alwaysOn />,
        <ChoiceFilter
          key="state"
          source="state"
          alwaysOn
          choices={Object.entries(mailStates).map(([id, { text }]) => ({ id, text }))}
        />,
      ]}
    />
  );
}
