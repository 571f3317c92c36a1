import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';

export interface Submitting {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** What went wrong with the whole, in the viewer's language. */
  failure: string | null;
  /** What is wrong with a field. */
  errorOf: (field: string) => string | undefined;
  /** Says what is wrong with fields before anything is sent; answers whether nothing is. */
  check: (errors: Record<string, string | false | undefined>) => boolean;
  /** Sends; a refusal is shown at its fields. */
  send: (work: () => Promise<void>) => Promise<void>;
}

/** One form being sent: its errors at their fields, the focus on the first of them, and one request at a time. */
export function useSubmit(fields: readonly string[]): Submitting {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  return {
    form,
    busy,
    failure,
    errorOf: (field) => errors[field],
    check(found) {
      const wrong = Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1]));
      setErrors(Object.fromEntries(wrong));
      setFailure(null);
      return wrong.length === 0;
    },
    async send(work) {
      if (busy) return;
      setBusy(true);
      setFailure(null);
      setErrors({});
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'network') {
          setFailure(t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`);
          return;
        }
        const said = Object.entries(error.errors).map(([field, texts]) => [field, texts[0] ?? ''] as const);
        setErrors(Object.fromEntries(said));
        // What belongs to no field that is shown is said above them all.
        const elsewhere = said.find(([field]) => !fields.includes(field));
        if (said.length === 0) setFailure(error.message || t`잠시 뒤에 다시 시도해 주세요.`);
        else if (elsewhere) setFailure(elsewhere[1]);
      } finally {
        setBusy(false);
      }
    },
  };
}
