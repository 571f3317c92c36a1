import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';

export interface Sending {
  /** Goes on the form: the first wrong field in it gets the focus. */
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** What is wrong with a field. */
  errorOf: (field: string) => string | undefined;
  /** What is wrong with the whole. */
  failure: string | null;
  /** Does the work, and keeps what the server said against it. */
  send: (work: () => Promise<unknown>) => Promise<void>;
  /** Says that a field is wrong before anything is sent. */
  refuse: (errors: Record<string, string>) => void;
}

/** Sending a form: busy meanwhile, and afterwards what was wrong, where it was wrong. */
export function useSending(): Sending {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused]);

  // What is wrong with a field is old news once it is being mended.
  useEffect(() => {
    const element = form.current;
    const forget = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      setErrors((before) => {
        if (!(name in before)) return before;
        const { [name]: _, ...rest } = before;
        return rest;
      });
    };
    element?.addEventListener('input', forget);
    return () => element?.removeEventListener('input', forget);
  }, []);

  const explain = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'network')
      return t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`;
    return error.message || t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`;
  };

  return {
    form,
    busy,
    errorOf: (field) => errors[field],
    failure,
    refuse: (wrong) => {
      setFailure(null);
      setErrors(wrong);
      setRefused((times) => times + 1);
    },
    async send(work) {
      setBusy(true);
      setErrors({});
      setFailure(null);
      try {
        await work();
      } catch (error) {
        const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
        if (fields.length === 0) setFailure(explain(error));
        setErrors(Object.fromEntries(fields.map(([field, said]) => [field, said[0] ?? ''])));
        setRefused((times) => times + 1);
      }
      setBusy(false);
    },
  };
}
