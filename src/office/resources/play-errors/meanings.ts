import type { PlayErrorRecord } from '../../../contract/admin/play-errors.ts';
import type { TextKey } from '../../i18n/texts.ts';

/** By the first digit of a code: the categories of shaka-player's `Error.Category`. */
const categories: Record<string, TextKey> = {
  '1': 'play_error.category_network',
  '2': 'play_error.category_text',
  '3': 'play_error.category_media',
  '4': 'play_error.category_manifest',
  '5': 'play_error.category_streaming',
  '6': 'play_error.category_drm',
};

/** The meaning of a code in a sentence. */
export const meaningOf = ({ kind, code }: Pick<PlayErrorRecord, 'kind' | 'code'>): TextKey =>
  kind === 'unsupported'
    ? 'play_error.category_unsupported'
    : (categories[code[0] ?? ''] ?? 'play_error.category_other');
