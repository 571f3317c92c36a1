/** Saved views of a list: filters, order and columns under a name, one's own or shared with one's role; each has an address. */
import BookmarksIcon from '@mui/icons-material/BookmarksOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import LinkIcon from '@mui/icons-material/Link';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  FormControlLabel,
  IconButton,
  List,
  ListItem,
  ListItemText,
  Menu,
  MenuItem,
  type SvgIconProps,
  Switch,
  TextField,
  Tooltip,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import {
  Button as ActionButton,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { SavedView, ViewState } from '../../../contract/admin/office.ts';
import { api } from '../../api.ts';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { identity } from '../../identity.ts';
import { problemOf, useTellProblem } from '../problem.ts';
import { type Listed, useColumns } from './use-columns.ts';

const viewsKey = (resource: string) => [resource, 'views'] as const;

/** The saved views of a list that one sees. */
export function useViews(resource: string) {
  return useQuery({
    queryKey: viewsKey(resource),
    queryFn: async () => (await api('GET /api/admin/views', { query: { resource } })).data,
  });
}

/** The views of a list. `columns` are all that it has, in their usual order. */
export function SavedViews({ columns, before }: { columns: Listed; before: number }) {
  const resource = useResourceContext() ?? '';
  const { filterValues, sort, perPage } = useListContext();
  const { shown, show } = useColumns(resource, columns, before);
  const navigate = useNavigate();
  const { search } = useLocation();
  const open = ({ filter, sort: field, order, columns: chosen }: ViewState) => {
    const asked = new URLSearchParams({
      filter: JSON.stringify(filter),
      ...(field === 'id'
        ? { sort: sort.field, order: sort.order }
        : { sort: field, order: order.toUpperCase() }),
      page: '1',
      perPage: String(perPage),
    });
    // In the place of the address that names a view: left there, it would be opened again over what is asked afterwards.
    void navigate({ search: `?${asked}` }, { replace: new URLSearchParams(search).has('view') });
    show(chosen);
  };
  const state: ViewState = {
    filter: filterValues as ViewState['filter'],
    sort: sort.field,
    order: sort.order === 'DESC' ? 'desc' : 'asc',
    columns: [...shown],
  };
  return <ViewsMenu resource={resource} state={state} onOpen={open} />;
}

/** Opens a view, saves the present `state` as one, and keeps those that there are in order. */
export function ViewsMenu({
  resource,
  state,
  onOpen,
}: {
  resource: string;
  state: ViewState;
  onOpen: (state: ViewState) => void;
}) {
  const text = useText();
  const notify = useNotify();
  const fieldName = useFieldName();
  const { search } = useLocation();
  const views = useViews(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  const [managing, setManaging] = useState(false);

  const open = (view: SavedView) => {
    onOpen(view.state);
    setAnchor(null);
    if (view.lost_fields.length > 0)
      notify(text('view.lost', { fields: view.lost_fields.map(fieldName).join(', ') }), { type: 'warning' });
  };
  // An address names a view: `…/programmes?view=<id>`.
  const wanted = new URLSearchParams(search).get('view');
  const list = views.data;
  const openWanted = useEffectEvent((id: string, all: SavedView[]) => {
    const view = all.find((own) => own.id === id);
    if (view) open(view);
    else notify(text('view.gone'), { type: 'warning' });
  });
  useEffect(() => {
    if (wanted && list) openWanted(wanted, list);
  }, [wanted, list]);

  return (
    <>
      <ActionButton
        label={text('view.button')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <BookmarksIcon />
      </ActionButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {(list ?? []).map((view) => (
          <MenuItem key={view.id} onClick={() => open(view)} sx={{ columnGap: 1 }}>
            <ListItemText
              primary={view.name}
              secondary={view.mine ? undefined : text('view.shared_by', { name: view.staff_name })}
            />
          </MenuItem>
        ))}
        {list?.length === 0 && <MenuItem disabled>{text('view.none')}</MenuItem>}
        <Divider component="li" />
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setNaming(true);
          }}
        >
          {text('view.save')}
        </MenuItem>
        {(list ?? []).length > 0 && (
          <MenuItem
            onClick={() => {
              setAnchor(null);
              setManaging(true);
            }}
          >
            {text('view.manage')}
          </MenuItem>
        )}
      </Menu>
      {naming && <NameView resource={resource} state={state} onClose={() => setNaming(false)} />}
      {managing && (
        <ManageViews
          resource={resource}
          state={state}
          views={list ?? []}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  );
}

/** Every view with its address; one's own are named, shared, made what the list shows now, and deleted. */
function ManageViews({
  resource,
  state,
  views,
  onClose,
}: {
  resource: string;
  state: ViewState;
  views: readonly SavedView[];
  onClose: () => void;
}) {
  const text = useText();
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const tellProblem = useTellProblem();
  const [busy, setBusy] = useState(false);
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const fresh = () => queryClient.invalidateQueries({ queryKey: viewsKey(resource) });
  const copy = async ({ id }: SavedView) => {
    const address = new URL(`?view=${id}`, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      notify(text('view.copied'));
    } catch {
      // A browser that keeps its clipboard: the address is there to be copied by hand.
      notify(address, { messageArgs: { _: address }, autoHideDuration: null });
    }
  };
  /** Also what is refused, as for a view that is gone since, is read anew. */
  const run = async (work: () => Promise<unknown>, said: TextKey) => {
    setBusy(true);
    try {
      await work();
      notify(text(said), { type: 'success' });
    } catch (error) {
      tellProblem(error);
    }
    await fresh();
    setBusy(false);
  };
  const overwrite = ({ id }: SavedView) =>
    run(() => api('PATCH /api/admin/views/{id}', { params: { id }, body: { state } }), 'view.saved');
  const remove = ({ id }: SavedView) =>
    run(() => api('DELETE /api/admin/views/{id}', { params: { id } }), 'view.deleted');
  if (renamed)
    return <NameView resource={resource} state={state} renamed={renamed} onClose={() => setRenamed(null)} />;
  const action = (key: TextKey, view: SavedView, Icon: ComponentType<SvgIconProps>, act: () => void) => (
    <Tooltip title={text(key)}>
      <IconButton
        size="small"
        aria-label={`${view.name}: ${text(key)}`}
        // Pressed twice, it is done once.
        onClick={() => {
          if (!busy) act();
        }}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="manage-views">
      <DialogTitle id="manage-views">{text('view.manage')}</DialogTitle>
      <DialogContent sx={{ pt: 0 }}>
        <List dense>
          {views.map((view) => (
            <ListItem key={view.id} disableGutters divider sx={{ columnGap: 0.5 }}>
              <ListItemText
                primary={view.name}
                secondary={
                  view.mine
                    ? view.role_id && text('view.is_shared')
                    : text('view.shared_by', { name: view.staff_name })
                }
              />
              {action('view.copy', view, LinkIcon, () => void copy(view))}
              {view.mine && (
                <>
                  {action('view.rename', view, EditIcon, () => setRenamed(view))}
                  {action('view.overwrite', view, SaveIcon, () => void overwrite(view))}
                  {action('view.delete', view, DeleteIcon, () => void remove(view))}
                </>
              )}
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function NameView({
  resource,
  state,
  renamed,
  onClose,
}: {
  resource: string;
  state: ViewState;
  /** A view that there is. */
  renamed?: SavedView;
  onClose: () => void;
}) {
  const text = useText();
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [name, setName] = useState(renamed?.name ?? '');
  const [isShared, setShared] = useState(Boolean(renamed?.role_id));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    try {
      const roleId = isShared ? (await identity()).role_id : null;
      if (renamed)
        await api('PATCH /api/admin/views/{id}', {
          params: { id: renamed.id },
          body: { name, role_id: roleId },
        });
      else await api('POST /api/admin/views', { body: { resource, name, state, role_id: roleId } });
      await queryClient.invalidateQueries({ queryKey: viewsKey(resource) });
      notify(text('view.saved'), { type: 'success' });
      onClose();
    } catch (error) {
      setProblem(problemOf(error) || translate('ra.notification.http_error'));
    }
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="name-view">
      <DialogTitle id="name-view">{text(renamed ? 'view.rename' : 'view.save')}</DialogTitle>
      <form onSubmit={save} noValidate>
        <DialogContent sx={{ pt: 0 }}>
          <TextField
            autoFocus
            required
            label={text('view.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem !== ''}
            helperText={problem}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <FormControlLabel
            control={<Switch checked={isShared} onChange={(_event, checked) => setShared(checked)} />}
            label={text('view.share')}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
