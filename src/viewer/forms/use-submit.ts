import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldProblem, fieldText } from '../../contract/messages.ts';
import { ApiError } from '../../ui/api-client.ts';
import { useApp } from '../context.ts';
import { detailsQuery } from '../features/accounts/accounts.queries.ts';

export interface Submitting {
  /** Goes on the form: the first wrong field in it gets the focus. */
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** What went wrong with the whole, in the viewer's language. */
  failure: string | null;
  /** That it takes re-authentication first. */
  needsReauthentication: boolean;
  /** What is wrong with a field. */
  errorOf: (field: string) => string | undefined;
  /** Says what is wrong with fields before anything is sent, as the server would say it; answers whether nothing is. */
  check: (problems: Record<string, FieldProblem | null | false>) => boolean;
  /** Says what went wrong beside the form, in place of what it said before; null: nothing any more. */
  fail: (text: string | null) => void;
  /** Sends; a refusal is shown at its fields. */
  send: (work: () => Promise<unknown>) => Promise<void>;
}

/**
 * One form being sent: its errors at their fields, the focus on the first of them, and one request at a time. `fields` are those
 * that it shows, if it does not show all that the server may name.
 */
export function useSubmit(fields?: readonly string[]): Submitting {
  const { t } = useLingui();
  const context = useApp();
  const { queryClient, locale } = context;
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [needsReauthentication, setNeedsReauthentication] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState(0);

  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused]);

  // An edit of a field removes its error. The listener is on the document, so that it runs after React: a render before that
  // would reset a field that React controls to its old text.
  useEffect(() => {
    const forget = ({ target }: Event) => {
      if (!(target instanceof Element) || !form.current?.contains(target)) return;
      const name = target.getAttribute('name') ?? '';
      setErrors((before) => {
        if (!(name in before)) return before;
        const { [name]: _, ...rest } = before;
        return rest;
      });
    };
    document.addEventListener('input', forget);
    return () => document.removeEventListener('input', forget);
  }, []);

  const refuse = (found: Record<string, string>) => {
    setErrors(found);
    if (Object.keys(found).length > 0) setRefused((times) => times + 1);
  };

  return {
    form,
    busy,
    failure,
    needsReauthentication,
    errorOf: (field) => errors[field],
    check(found) {
      const wrong = Object.entries(found).flatMap(([field, problem]) =>
        problem ? [[field, fieldText(field, problem.message, locale, problem.values)] as const] : [],
      );
      refuse(Object.fromEntries(wrong));
      setFailure(null);
      return wrong.length === 0;
    },
    fail(text) {
      setErrors({});
      setFailure(text);
    },
    async send(work) {
      if (busy) return;
      setBusy(true);
      setFailure(null);
      setNeedsReauthentication(false);
      setErrors({});
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'network') {
          setFailure(t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`);
          return;
        }
        if (error.code === 'identity_required') {
          setNeedsReauthentication(true);
          // Where a page thinks that there still is one, it learns that there is none, and asks for it.
          void queryClient.invalidateQueries({ queryKey: detailsQuery(context).queryKey });
        }
        const said = Object.entries(error.errors).map(([field, texts]) => [field, texts[0] ?? ''] as const);
        refuse(Object.fromEntries(said));
        // What belongs to no field that is shown is said above them all.
        const elsewhere = fields && said.find(([field]) => !fields.includes(field));
        if (said.length === 0) setFailure(error.message || t`잠시 뒤에 다시 시도해 주세요.`);
        else if (elsewhere) setFailure(elsewhere[1]);
      } finally {
        setBusy(false);
      }
    },
  };
}
