import ClearIcon from '@mui/icons-material/Clear';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useInput, useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { fieldText } from '../../contract/messages.ts';
import { instantAt, koreaZone, serviceZone, showInstant, wallClock } from '../../contract/zone.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { FieldGroup, FieldRow } from './inputs.tsx';
import { useReadOnly } from './read-only.ts';

/** An instant, entered on the service's clock; what the clock in Korea shows then stands below. */
export function InstantInput({
  source,
  none,
  validate,
}: {
  source: string;
  none: TextKey;
  validate?: (value: string | null) => string | undefined;
}) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const resource = useResourceContext();
  const label = useTranslateLabel()({ source, ...(resource ? { resource } : {}) });
  const { field, fieldState, id } = useInput({
    source,
    defaultValue: null,
    ...(validate ? { validate } : {}),
  });
  const value = (field.value as string | null | undefined) || null;
  const error = fieldState.error?.message?.replace(/^@@react-admin@@/, '');
  const hint = value
    ? text('window.korea', { time: showInstant(value, locale, koreaZone, true) })
    : text(none);
  return (
    <TextField
      id={id}
      type="datetime-local"
      label={label}
      value={value ? wallClock(new Date(value), serviceZone) : ''}
      onChange={(event) => field.onChange(instantAt(event.target.value, serviceZone)?.toISOString() ?? null)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={Boolean(error)}
      helperText={error ? translate(unquoted(error), { _: unquoted(error) }) : hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { max: '9999-12-31T23:59', readOnly },
        input: {
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

/** From when until when something is to be seen. */
export function WindowInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const from = useWatch({ name: 'available_from' }) as string | null | undefined;
  return (
    <FieldGroup title={`${text('window.title')} · ${text('window.zone')}`}>
      <FieldRow>
        <InstantInput source="available_from" none="window.always_from" />
        <InstantInput
          source="available_until"
          none="window.always_until"
          validate={(until) =>
            from && until && Date.parse(until) <= Date.parse(from)
              ? fieldText('available_until', 'window_order', locale)
              : undefined
          }
        />
      </FieldRow>
    </FieldGroup>
  );
}
