/** Which columns a list shows, and in which order: dragged by the pointer or a finger, or moved by the keyboard. */
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import ViewWeekIcon from '@mui/icons-material/ViewWeek';
import {
  Box,
  Button,
  FormControlLabel,
  IconButton,
  Popover,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { Button as ActionButton, useResourceContext, useTranslate } from 'react-admin';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { DragList } from '../drag-list.tsx';
import { useDragRow } from '../use-drag-order.ts';
import { type Listed, useColumns } from './use-columns.ts';

/** More columns than this are searched. */
const maxUnsearched = 8;

interface Props {
  columns: Listed;
  before: number;
}

/** The button, and what it opens. */
export function ColumnsButton(props: Props) {
  const translate = useTranslate();
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isLifted, setLifted] = useState(false);
  return (
    <>
      <ActionButton
        label={translate('ra.action.select_columns')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewWeekIcon />
      </ActionButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        disableEscapeKeyDown={isLifted}
        // While it grew, rows would be measured too small.
        transitionDuration={0}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 320, p: 1.5 } } }}
      >
        <Typography id={titleId} component="h2" variant="subtitle2" sx={{ fontWeight: 600 }}>
          {translate('ra.action.select_columns')}
        </Typography>
        <Choice {...props} onLift={setLifted} />
      </Popover>
    </>
  );
}

function Choice({ columns, before, onLift }: Props & { onLift: (isLifted: boolean) => void }) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const translate = useTranslate();
  const fieldName = useFieldName();
  const { ordered, shown, order, toggle, show } = useColumns(resource, columns, before);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [searched, setSearched] = useState('');
  const found = ordered.filter((column) =>
    fieldName(column).toLowerCase().includes(searched.normalize('NFC').trim().toLowerCase()),
  );
  return (
    <Box ref={setContainer}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text('columns.hint')}
      </Typography>
      {ordered.length > maxUnsearched && (
        <TextField
          fullWidth
          label={translate('ra.action.search_columns')}
          type="search"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
          sx={{ mb: 1 }}
        />
      )}
      {container && (
        <DragList
          ids={ordered}
          shown={found}
          nameOf={fieldName}
          hint={text('columns.hint')}
          container={container}
          onMove={order}
          onLift={onLift}
        >
          {found.map((column) => (
            <Row
              key={column}
              column={column}
              isShown={shown.includes(column)}
              onToggle={() => toggle(column)}
            />
          ))}
        </DragList>
      )}
      {found.length === 0 && (
        <Typography variant="body2" role="status">
          {text('palette.none')}
        </Typography>
      )}
      <Button size="small" onClick={() => show(null)} sx={{ mt: 1 }}>
        {translate('ra.action.reset')}
      </Button>
    </Box>
  );
}

function Row({ column, isShown, onToggle }: { column: string; isShown: boolean; onToggle: () => void }) {
  const text = useText();
  const name = useFieldName()(column);
  const { row, handle } = useDragRow(column);
  return (
    <Box component="li" {...row} sx={{ ...row.sx, justifyContent: 'space-between' }}>
      <FormControlLabel
        control={<Switch size="small" checked={isShown} onChange={onToggle} />}
        label={name}
        sx={{ minWidth: 0, ml: 0, '& .MuiFormControlLabel-label': { fontSize: 14 } }}
      />
      <IconButton {...handle} aria-label={text('order.handle', { name })}>
        <DragIndicatorIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
