import ClearIcon from '@mui/icons-material/Clear';
import { Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { useInput, useResourceContext, useTranslateLabel } from 'react-admin';
import { colorPattern, rules } from '../../contract/rules.ts';
import { useText } from '../i18n/i18n-provider.ts';
import type { Field } from './field.tsx';
import { chosenColumn, custom } from './fields.tsx';
import { useReadOnly } from './read-only.ts';
import { useRules } from './rules.ts';

/** A colour, chosen or typed as `#rrggbb`; empty: the service's own. */
function ColorInput({ source }: { source: string }) {
  const text = useText();
  const readOnly = useReadOnly();
  const resource = useResourceContext();
  const label = useTranslateLabel()({ source, ...(resource ? { resource } : {}) });
  const validate = useRules(source, false, [(entry) => (entry === '' ? null : rules.color(entry))]);
  const { field, fieldState, id } = useInput({ source, defaultValue: null, validate });
  const value = (field.value as string | null | undefined) ?? '';
  const error = fieldState.error?.message?.replace(/^@@react-admin@@/, '');
  return (
    <TextField
      id={id}
      label={label}
      value={value}
      onChange={(event) => field.onChange(event.target.value || null)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={Boolean(error)}
      helperText={error ? unquoted(error) : value ? ' ' : text('color.own')}
      placeholder="#rrggbb"
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { readOnly, maxLength: 7, spellCheck: false, lang: 'en' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={`${label}: ${text('color.choose')}`}
                value={colorPattern.test(value) ? value : '#ffffff'}
                disabled={readOnly}
                onChange={(event) => field.onChange((event.target as HTMLInputElement).value)}
                sx={{ width: 28, height: 24, p: 0, border: 0, background: 'none', opacity: value ? 1 : 0.4 }}
              />
            </InputAdornment>
          ),
          endAdornment:
            value && !readOnly ? (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  aria-label={`${label}: ${text('window.clear')}`}
                  onClick={() => field.onChange(null)}
                >
                  <ClearIcon fontSize="small" />
                </IconButton>
              </InputAdornment>
            ) : null,
        },
      }}
    />
  );
}

/** react-admin hands validation messages on as quoted JSON. */
const unquoted = (message: string) => (message.startsWith('"') ? (JSON.parse(message) as string) : message);

function Swatch({ color }: { color: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', columnGap: 0.75 }}>
      <Box
        component="span"
        sx={{
          width: 16,
          height: 16,
          borderRadius: '3px',
          border: 1,
          borderColor: 'divider',
          backgroundColor: color,
        }}
      />
      {color}
    </Box>
  );
}

/** A colour `#rrggbb`. */
export function color<R>(
  source: { [K in keyof R]-?: R[K] extends string | null ? K : never }[keyof R] & string,
): Field<R> {
  return custom<R>(source, {
    input: <ColorInput source={source} />,
    column: {
      cell: (record) => {
        const value = record[source] as string | null;
        return value && <Swatch color={value} />;
      },
      exported: {},
      ...chosenColumn,
    },
    log: (value) => (typeof value === 'string' ? <Swatch color={value} /> : undefined),
  });
}
