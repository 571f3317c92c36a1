import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Copies a text, and says so. */
export function CopyButton({ text, look }: { text: string; look?: 'primary' | 'quiet' }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast('success', t`복사했어요.`);
    } catch {
      toast('error', t`복사하지 못했어요. 글자를 길게 눌러 직접 복사해 주세요.`);
    }
  };
  return (
    <Button look={look ?? 'quiet'} onClick={() => void copy()}>
      <Trans>복사하기</Trans>
    </Button>
  );
}

/** The address of an e-mail to somebody of the reader's own choice. */
export const mailToAnybody = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
