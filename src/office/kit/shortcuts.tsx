/** The office's keys: `/` searches the list, arrows walk its rows, Enter opens, Space selects, Ctrl+S saves, `?` lists them all. */
import { Box, Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/i18n-provider.ts';

/** Whether keys mean text where they are pressed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input:not([type=checkbox]), textarea, select, [role=combobox], [role=menu], [role=listbox]',
      ) !== null)
  );
}

const rowsOf = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main tbody .RaDataTable-row'),
];

/** What opens a row: its name, or what unfolds it. */
const openerOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('a[href], button[aria-expanded]');

function walk(step: 1 | -1): boolean {
  const rows = rowsOf();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  const opener = openerOf(rows[next]);
  opener?.focus();
  return opener !== undefined && opener !== null;
}

function select(): boolean {
  const row = rowsOf().find((own) => own.contains(document.activeElement));
  const box = row?.querySelector<HTMLElement>('input[type=checkbox]');
  box?.click();
  return box !== undefined && box !== null;
}

function search(): boolean {
  const field = document.querySelector<HTMLElement>('main .RaList-actions input[name=q], main input[name=q]');
  field?.focus();
  return field !== null;
}

function save(): boolean {
  const around = document.activeElement?.closest('form');
  const button = (around ?? document.querySelector('main'))?.querySelector<HTMLElement>(
    'button[type=submit]',
  );
  button?.click();
  return button !== undefined && button !== null;
}

/** Listens for the keys while the office is open. */
export function Shortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isCommand = event.ctrlKey || event.metaKey;
      // A dialog has keys of its own.
      const inDialog = document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null;
      const run = (): boolean => {
        if (isCommand) return !event.altKey && event.key.toLowerCase() === 's' && save();
        if (inDialog || event.altKey || isTyping(event.target)) return false;
        switch (event.key) {
          case '/':
            return search();
          case 'ArrowDown':
            return walk(1);
          case 'ArrowUp':
            return walk(-1);
          case ' ':
            return (
              event.target instanceof HTMLElement && event.target.matches('.RaDataTable-row a') && select()
            );
          case '?':
            setHelpOpen(true);
            return true;
          default:
            return false;
        }
      };
      if (run()) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return isHelpOpen ? <ShortcutsHelp onClose={() => setHelpOpen(false)} /> : null;
}

function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const text = useText();
  const keys: [string, string][] = [
    ['/', text('keys.search')],
    ['↑ ↓', text('keys.rows')],
    ['Enter', text('keys.open')],
    [text('keys.space'), text('keys.select')],
    ['Ctrl + S', text('keys.save')],
    ['Ctrl + K', text('keys.palette')],
    ['?', text('keys.help')],
  ];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{text('keys.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1, m: 0 }}
        >
          {keys.map(([key, meaning]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                {key}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {meaning}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  );
}
