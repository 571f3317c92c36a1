import { Alert, Box, Button } from '@mui/material';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { isCached } from '../data-provider.ts';
import { useFieldName, useText } from '../i18n/i18n-provider.ts';
import { staffId } from '../identity.ts';
import { hasEnded } from '../session.ts';

/** A draft is whose it is: another one who signs in in the same tab has none of it. */
const keyOf = (resource: string | undefined, id: unknown, within = '') =>
  `maru.office.draft.${staffId()}.${resource}.${id ?? `new${within && `.${within}`}`}`;

/** Unsaved input of a form. */
interface Draft {
  entered: Record<string, unknown>;
  /** The earlier values of the changed fields. */
  began: Record<string, unknown>;
  /** The version of the record that it was made from; null: of a new one. */
  since: string | null;
}

function readDraft(key: string): Draft | null {
  try {
    const text = window.sessionStorage.getItem(key);
    const draft = text ? (JSON.parse(text) as Partial<Draft>) : null;
    if (!draft?.entered || !draft.began) return null;
    return { entered: draft.entered, began: draft.began, since: draft.since ?? null };
  } catch {
    return null;
  }
}

function writeDraft(key: string, draft: Draft | null): void {
  try {
    if (draft) window.sessionStorage.setItem(key, JSON.stringify(draft));
    else window.sessionStorage.removeItem(key);
  } catch {
    // A browser without storage, or a full one, has no drafts.
  }
}

/** Forgets the input of a form that is kept elsewhere. */
export const forgetDraft = (resource: string | undefined, id: unknown): void =>
  writeDraft(keyOf(resource, id), null);

/** The forms that are open, by the key of their draft: each shows again what its record is. */
const openForms = new Map<string, () => void>();

/** Whether an open form has unsaved input, which reading its record again would undo. */
export const holdsUnsaved = (): boolean => [...openForms.keys()].some((key) => readDraft(key) !== null);

/** Forgets the input in the form of a record, also in the open form. */
export function discardDraft(resource: string, id: unknown): void {
  forgetDraft(resource, id);
  openForms.get(keyOf(resource, id))?.();
}

/** The earlier values of the changed fields in the form of a record. */
export const beganAs = (resource: string, id: unknown): Record<string, unknown> =>
  readDraft(keyOf(resource, id))?.began ?? {};

/** Whether something was entered in the form of a record, or of a new one within another record, and not saved. */
export const hasDraft = (resource: string, id: string | undefined, within?: string): boolean =>
  readDraft(keyOf(resource, id, within)) !== null;

/** Whether a field, or a part of it, is entered as a password: such a field is never stored. */
const isSecret = (field: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].some(
    ({ name }) => name === field || name.startsWith(`${field}.`),
  );

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The values of a form that differ from its first ones, without passwords; null without a difference. */
function enteredOf(
  values: Record<string, unknown>,
  began: Record<string, unknown> = {},
): Record<string, unknown> | null {
  const entered = Object.entries(values).filter(
    ([field, value]) =>
      value !== undefined && !isCached(field) && !isSame(value, began[field]) && !isSecret(field),
  );
  return entered.length > 0 ? Object.fromEntries(entered) : null;
}

/** A text that is no field of a form, such as an answer. It is kept like the input of a form. */
export function useTextDraft(resource: string, id: string): [string, Dispatch<SetStateAction<string>>] {
  const key = keyOf(resource, id);
  const [text, setText] = useState(() => String(readDraft(key)?.entered.text ?? ''));
  useEffect(() => writeDraft(key, text ? { entered: { text }, began: {}, since: null } : null), [key, text]);
  useEffect(
    () => () => {
      if (!hasEnded()) writeDraft(key, null);
    },
    [key],
  );
  return [text, setText];
}

/**
 * Keeps input that is typed while a save runs. The form fills itself from the saved record, which does not have this input. Returns the
 * values of that save.
 */
function useTypedWhileSaving(
  record: Record<string, unknown> | undefined,
): RefObject<Record<string, unknown> | null> {
  const { getValues, setValue } = useFormContext();
  const { isSubmitting } = useFormState();
  const sent = useRef<Record<string, unknown> | null>(null);
  useEffect(() => {
    if (isSubmitting) sent.current = structuredClone(getValues());
  }, [isSubmitting, getValues]);
  const version = versionOf(record ?? {});
  useEffect(() => {
    const saved = sent.current;
    if (!saved || versionOf(saved) === version) return;
    sent.current = null;
    const typed = Object.entries(getValues()).filter(
      ([field, value]) => !isCached(field) && !isSame(value, saved[field]),
    );
    // The form around fills itself in an effect that follows this one.
    queueMicrotask(() => {
      for (const [field, value] of typed) setValue(field, value, { shouldDirty: true, shouldTouch: true });
    });
  }, [version, getValues, setValue]);
  return sent;
}

/** A draft that was brought back. */
interface Restored {
  /** The version of the record that the form shows around it. */
  over: string | null;
  /** Whether another staff member has saved the record since the draft was made. */
  isStale: boolean;
  /** The fields that both have changed. */
  both: string[];
}

/**
 * Keeps unsaved input while the tab lives, and restores it after a reload. The draft keeps the version of its record, so that a save
 * over a newer version is refused. Leaving the form deletes the draft. Input that is typed during a save stays. `within`: the id of
 * the record in whose page a new one is entered.
 */
export function FormDraft({ within }: { within?: string }) {
  const text = useText();
  const record = useRecordContext();
  const resource = useResourceContext();
  const fieldName = useFieldName(resource ?? '');
  const key = keyOf(resource, record?.id, within);
  const { setValue, getValues, subscribe, reset } = useFormContext();
  const [restored, setRestored] = useState<Restored | null>(null);
  const sent = useTypedWhileSaving(record);

  // Once, when the form opens: the form's methods stay the same.
  useEffect(() => {
    const draft = readDraft(key);
    let unsubscribe = () => {};
    // The form around fills itself from its record, or the defaults of its inputs, after this effect.
    const timer = setTimeout(() => {
      if (draft) {
        const values = getValues();
        const over = versionOf(values);
        const isStale = draft.since !== null && over !== null && over !== draft.since;
        const both = Object.keys(draft.began).filter((field) => !isSame(draft.began[field], values[field]));
        for (const [field, value] of Object.entries(draft.entered))
          setValue(field, value, { shouldDirty: true, shouldTouch: true });
        if (isStale) setValue('updated_at', draft.since);
        setRestored({ over, isStale, both: isStale ? both : [] });
      }
      unsubscribe = subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, defaultValues = {} }) => {
          const entered = enteredOf(values, defaultValues);
          const since = versionOf(values);
          // Restored input keeps its earlier values from before the reload.
          const before = draft && draft.since === since ? draft.began : {};
          const began = Object.fromEntries(
            Object.keys(entered ?? {}).map((field) => [
              field,
              (field in before ? before[field] : defaultValues[field]) ?? null,
            ]),
          );
          writeDraft(key, entered && { entered, began, since });
        },
      });
    });
    openForms.set(key, () => {
      sent.current = null;
      reset();
      setRestored(null);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      openForms.delete(key);
      // A session that ended keeps the draft for the next login.
      if (!hasEnded()) writeDraft(key, null);
    };
  }, [key, setValue, getValues, subscribe, reset, sent]);

  // Once it is saved, the record is another version.
  if (!restored || restored.over !== versionOf(record ?? {})) return null;
  return (
    <Alert
      severity={restored.isStale ? 'warning' : 'info'}
      sx={{ width: '100%', mb: 1, py: 0 }}
      action={
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            writeDraft(key, null);
            reset();
            setRestored(null);
          }}
        >
          {text('draft.discard')}
        </Button>
      }
    >
      {text('draft.restored')} {restored.isStale && text('draft.stale')}
      {restored.both.length > 0 && (
        <Box>{text('conflict.both', { fields: restored.both.map(fieldName).join(', ') })}</Box>
      )}
    </Alert>
  );
}

const versionOf = ({ updated_at }: Record<string, unknown>): string | null =>
  typeof updated_at === 'string' ? updated_at : null;
