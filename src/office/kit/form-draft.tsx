import { Alert, Button } from '@mui/material';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useText } from '../i18n/i18n-provider.ts';

const keyOf = (resource: string | undefined, id: unknown, within = '') =>
  `maru.office.draft.${resource}.${id ?? `new${within && `.${within}`}`}`;

function readDraft(key: string): Record<string, unknown> | null {
  try {
    const text = window.sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function writeDraft(key: string, values: Record<string, unknown> | null): void {
  try {
    if (values) window.sessionStorage.setItem(key, JSON.stringify(values));
    else window.sessionStorage.removeItem(key);
  } catch {
    // A browser without storage, or a full one, has no drafts.
  }
}

/** Forgets what was entered in a form: it has been kept elsewhere. */
export const forgetDraft = (resource: string | undefined, id: unknown): void =>
  writeDraft(keyOf(resource, id), null);

/** Whether something was entered in the form of a record, or of a new one within another record, and not saved. */
export const hasDraft = (resource: string, id: string | undefined, within?: string): boolean =>
  readDraft(keyOf(resource, id, within)) !== null;

/** Whether a field, or a part of it, is entered as a password: such a field is never stored. */
const isSecret = (field: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].some(
    ({ name }) => name === field || name.startsWith(`${field}.`),
  );

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a form holds other than what it began with, without passwords; null when that is nothing. */
function enteredOf(
  values: Record<string, unknown>,
  began: Record<string, unknown> = {},
): Record<string, unknown> | null {
  const entered = Object.entries(values).filter(
    ([field, value]) => value !== undefined && !isSame(value, began[field]) && !isSecret(field),
  );
  return entered.length > 0 ? Object.fromEntries(entered) : null;
}

/** A text that is no field of a form, such as an answer: kept as what is entered in a form is. */
export function useTextDraft(resource: string, id: string): [string, Dispatch<SetStateAction<string>>] {
  const key = keyOf(resource, id);
  const [text, setText] = useState(() => String(readDraft(key)?.text ?? ''));
  useEffect(() => writeDraft(key, text ? { text } : null), [key, text]);
  useEffect(() => () => writeDraft(key, null), [key]);
  return [text, setText];
}

/**
 * Keeps what was entered and not saved while the tab lives, so that a reload does not lose it, and brings it back. Whoever leaves the
 * form on purpose leaves it behind. `within`: the id of the record in whose page a new one is entered.
 */
export function FormDraft({ within }: { within?: string }) {
  const text = useText();
  const record = useRecordContext();
  const resource = useResourceContext();
  const key = keyOf(resource, record?.id, within);
  const { setValue, subscribe, reset } = useFormContext();
  const { isSubmitSuccessful } = useFormState();
  const [isRestored, setRestored] = useState(false);

  // Once, when the form opens: the form's methods stay the same.
  useEffect(() => {
    const draft = readDraft(key);
    let unsubscribe = () => {};
    // The form around fills itself from its record after this effect, and what is new from the defaults of its inputs.
    const timer = setTimeout(() => {
      if (draft) {
        for (const [field, value] of Object.entries(draft))
          setValue(field, value, { shouldDirty: true, shouldTouch: true });
        setRestored(true);
      }
      unsubscribe = subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, defaultValues }) => writeDraft(key, enteredOf(values, defaultValues)),
      });
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      writeDraft(key, null);
    };
  }, [key, setValue, subscribe]);

  useEffect(() => {
    if (!isSubmitSuccessful) return;
    writeDraft(key, null);
    setRestored(false);
  }, [isSubmitSuccessful, key]);

  if (!isRestored) return null;
  return (
    <Alert
      severity="info"
      sx={{ width: '100%', mb: 1, py: 0 }}
      action={
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            writeDraft(key, null);
            reset();
            setRestored(false);
          }}
        >
          {text('draft.discard')}
        </Button>
      }
    >
      {text('draft.restored')}
    </Alert>
  );
}
