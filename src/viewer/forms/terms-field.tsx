import { Trans } from '@lingui/react/macro';

/** Agreeing to the terms and the privacy policy, which open beside the form. */
export function TermsField({ error }: { error: string | undefined }) {
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="terms"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
          className="mt-0.5 size-5 shrink-0 accent-vermilion"
        />
        <span>
          <Trans>
            <a href="/terms" target="_blank" rel="noreferrer" className="underline underline-offset-4">
              이용약관
            </a>
            과{' '}
            <a href="/privacy" target="_blank" rel="noreferrer" className="underline underline-offset-4">
              개인정보 처리방침
            </a>
            에 동의해요.
          </Trans>
        </span>
      </label>
      {error && (
        <p id="terms-error" className="mt-1 text-14 text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
