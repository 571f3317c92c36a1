import { Alert, Link, MenuItem, TextField, Typography } from '@mui/material';
import { LinkBase, useInput, useRecordContext } from 'react-admin';
import type { SavedView } from '../../../contract/admin/office.ts';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { custom } from '../../kit/fields.tsx';
import { FieldGroup } from '../../kit/inputs.tsx';
import { useViews } from '../../kit/list/saved-views.tsx';
import { listAddress } from '../../kit/list-address.ts';
import { useReadOnly } from '../../kit/read-only.ts';
import type { RowOf } from '../../names.ts';

type Row = RowOf<'custom-rows'>;
type RowView = NonNullable<Row['view']>;

/** What a row keeps of a saved view: all but its columns. */
const copyOf = ({ name, state: { filter, sort, order } }: SavedView): RowView => ({
  name,
  filter,
  sort,
  order,
});

/** By hand, or by one of the saved views of the programmes, which is copied. */
function ViewInput() {
  const text = useText();
  const label = useFieldName()('view');
  const fieldName = useFieldName('programmes');
  const readOnly = useReadOnly();
  const record = useRecordContext<Row>();
  const { field, fieldState } = useInput({ source: 'view', defaultValue: null });
  const views = useViews('programmes').data ?? [];
  const kept = field.value as RowView | null;
  const lost = kept && kept === record?.view ? record.lost_fields : [];
  const choose = (id: string) => {
    if (id === 'kept') return;
    const view = views.find((own) => own.id === id);
    field.onChange(view ? copyOf(view) : null);
  };
  return (
    <FieldGroup>
      <TextField
        select
        label={label}
        value={kept ? 'kept' : 'hand'}
        onChange={(event) => choose(event.target.value)}
        onBlur={field.onBlur}
        error={fieldState.error !== undefined}
        helperText={fieldState.error?.message ?? (kept ? text('row.view_hint') : '')}
        slotProps={{ input: { readOnly } }}
      >
        <MenuItem value="hand">{text('row.by_hand')}</MenuItem>
        {kept && <MenuItem value="kept">{text('row.by_view', { name: kept.name })}</MenuItem>}
        {views.map((view) => (
          <MenuItem key={view.id} value={view.id}>
            {text(kept ? 'row.other_view' : 'row.by_view', { name: view.name })}
          </MenuItem>
        ))}
      </TextField>
      {lost.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {text('row.lost', { fields: lost.map(fieldName).join(', ') })}
        </Alert>
      )}
      {kept && (
        <Link
          component={LinkBase}
          variant="body2"
          to={listAddress('programmes', kept.filter, `sort=${kept.sort}&order=${kept.order.toUpperCase()}`)}
        >
          {text('row.see_list')}
        </Link>
      )}
      {!kept && !readOnly && views.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {text('row.no_views')}
        </Typography>
      )}
    </FieldGroup>
  );
}

/** What fills a row. */
export function viewField() {
  return custom<Row>('view', {
    input: <ViewInput />,
    column: {
      sort: false,
      from: 'md',
      cell: ({ view }) => view && <ViewName view={view} />,
      exported: [
        {
          as: 'presence',
          values: ({ text }) => ({ true: text('row.of_view'), false: text('row.by_hand') }),
        },
        { as: 'name', label: { ko: '보기 이름', en: 'View name' } },
      ],
    },
    log: (value) => (value ? <ViewName view={value as RowView} /> : undefined),
  });
}

function ViewName({ view: { name } }: { view: RowView }) {
  return useText()('row.by_view', { name });
}
