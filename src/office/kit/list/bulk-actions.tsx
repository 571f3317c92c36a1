/** Actions on the selected rows of a list, or on all rows that match its filters. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditNoteOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  Button as ActionButton,
  Form,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { type BulkChange, maxChanged } from '../../../contract/admin/changes.ts';
import { countExactly, type ListMeta } from '../../data-provider.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useClosedField, useMay } from '../access.ts';
import type { BulkField } from '../field.tsx';
import { showNumber } from '../format.ts';
import { ChangeDialog, type Selected } from './change-dialog.tsx';

interface Asked {
  change: BulkChange;
  title: string;
}

export function BulkActions({
  fields: all,
  canDelete,
}: {
  fields: readonly BulkField[];
  canDelete: boolean;
}) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const { selectedIds = [], data, meta, filterValues, onUnselectItems } = useListContext();
  const mayUpdate = useMay('update', resource);
  const closed = useClosedField()(resource);
  const mayDelete = useMay('delete', resource);
  const [whole, setWhole] = useState<number | null>(null);
  const fields = all.filter(({ fact }) => fact !== closed);
  const [choosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const known = meta as ListMeta | undefined;
  const isWholePage = (data?.length ?? 0) > 0 && data?.every(({ id }) => selectedIds.includes(id));
  const publishes = fields.find(({ fact }) => fact === 'published' || fact === 'active')?.fact;
  const selected: Selected =
    whole === null ? { ids: selectedIds.map(String) } : { query: queryOf(filterValues), expected: whole };

  const selectAll = async () => {
    const total = known?.more ? await countExactly(resource, filterValues) : (known?.total ?? 0);
    if (total > maxChanged) notify(text('bulk.too_many'), { type: 'warning' });
    else setWhole(total);
  };
  const ask = (change: BulkChange, title: string) => setAsked({ change, title });
  const publish = (value: boolean) =>
    publishes &&
    ask({ action: 'update', fields: { [publishes]: value } }, text(value ? 'bulk.publish' : 'bulk.hide'));
  const total = `${showNumber(known?.total ?? 0, locale)}${known?.more ? '+' : ''}`;
  return (
    <>
      {whole !== null ? (
        <Button size="small" onClick={() => setWhole(null)}>
          {text('bulk.selected', { count: showNumber(whole, locale) })} · {text('bulk.page')}
        </Button>
      ) : (
        isWholePage &&
        (known?.total ?? 0) > selectedIds.length && (
          <Button size="small" onClick={() => void selectAll()}>
            {text('bulk.all', { count: total })}
          </Button>
        )
      )}
      {mayUpdate && fields.length > 0 && (
        <ActionButton label={text('bulk.change')} onClick={() => setChoosing(true)}>
          <EditIcon />
        </ActionButton>
      )}
      {mayUpdate && publishes && (
        <>
          <ActionButton label={text('bulk.publish')} onClick={() => publish(true)}>
            <VisibilityIcon />
          </ActionButton>
          <ActionButton label={text('bulk.hide')} onClick={() => publish(false)}>
            <VisibilityOffIcon />
          </ActionButton>
        </>
      )}
      {canDelete && mayDelete && (
        <ActionButton
          label="ra.action.delete"
          color="error"
          onClick={() => ask({ action: 'delete' }, translate('ra.action.delete'))}
        >
          <DeleteIcon />
        </ActionButton>
      )}
      {choosing && (
        <ChooseChange
          fields={fields}
          onChosen={(change, title) => {
            setChoosing(false);
            ask(change, title);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {asked && (
        <ChangeDialog
          resource={resource}
          selected={selected}
          {...asked}
          onClose={(done) => {
            setAsked(null);
            if (done) {
              setWhole(null);
              onUnselectItems();
            }
          }}
        />
      )}
    </>
  );
}

/** Filters of a list in the form of a call's query. */
const queryOf = (filter: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );

/** Chooses a field and its new value, or the entries to add to a list or remove from it. */
function ChooseChange({
  fields,
  onChosen,
  onClose,
}: {
  fields: readonly BulkField[];
  onChosen: (change: BulkChange, title: string) => void;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const translate = useTranslate();
  const fieldName = useFieldName();
  const options = fields.flatMap(
    (field): { field: BulkField; how: 'add' | 'take' | 'update'; label: string }[] =>
      field.how === 'list'
        ? (['add', 'take'] as const).map((how) => ({
            field,
            how,
            label: text(`bulk.${how}`, { field: fieldName(field.fact) }),
          }))
        : [{ field, how: 'update', label: fieldName(field.fact) }],
  );
  const [at, setAt] = useState(0);
  const chosen = options[at];
  if (!chosen) return null;
  const submit = (values: Record<string, unknown>) => {
    const {
      field: { fact },
      how,
      label,
    } = chosen;
    if (how === 'update') {
      onChosen({ action: 'update', fields: { [fact]: values[fact] ?? null } }, label);
    } else {
      const ids = (values[fact] as string[] | undefined) ?? [];
      if (ids.length > 0) onChosen({ action: how, field: fact, values: ids }, label);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="choose-change">
      <DialogTitle id="choose-change">{text('bulk.change')}</DialogTitle>
      <Form key={at} onSubmit={submit}>
        <DialogContent sx={{ pt: 0 }}>
          <TextField
            select
            label={text('bulk.field')}
            value={at}
            onChange={(event) => setAt(Number(event.target.value))}
          >
            {options.map(({ label }, index) => (
              <MenuItem key={label} value={index}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          {chosen.field.input}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {text('bulk.next')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
