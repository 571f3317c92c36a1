import type { FormEvent, ReactNode } from 'react';
import type { Submitting } from '../../forms/use-submit.ts';
import { FailureNote } from './failure-note.tsx';

interface AccountFormProps extends Pick<Submitting, 'form' | 'failure'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form of the account area: one column, what went wrong at its top. */
export function AccountForm({ form, failure, onSubmit, children }: AccountFormProps) {
  return (
    <form
      ref={form}
      noValidate
      className="mt-6 max-w-[480px] space-y-5 rounded-lg border border-line bg-surface p-5 tablet:p-6"
      onSubmit={onSubmit}
    >
      <FailureNote text={failure} />
      {children}
    </form>
  );
}
