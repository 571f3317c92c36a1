import { useLingui } from '@lingui/react/macro';
import { ApiError } from '../../../ui/api-client.ts';

/**
 * For a message that did not go: takes files off that are gone, and where no answer says why, says that nothing written is lost.
 */
export function useExplain(onFilesGone: () => void): (error: unknown) => never {
  const { t } = useLingui();
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    // An uploaded file that is not sent within a day is deleted.
    if (error.errors.attachment_ids) onFilesGone();
    if (error.message) throw error;
    throw new ApiError(
      error.status,
      'internal',
      t`보내지 못했어요. 적은 내용은 그대로 있으니 잠시 뒤에 다시 보내 주세요.`,
    );
  };
}
