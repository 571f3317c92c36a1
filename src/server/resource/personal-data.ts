/** Personal data in the back office: masked in every answer, until a member of staff opens it with a reason. */
import { hiddenValue as hidden } from '../../contract/admin/hidden-value.ts';
import type { MaskKind, ResourceShape } from '../../contract/admin/resource.ts';
import type { StaffMember } from '../http/caller.ts';

type Shape = Pick<ResourceShape, 'name' | 'module' | 'personal'>;

/** Whether personal data of a list, or of one record of it, is open to a member of staff. */
export const isOpen = ({ name, module }: Shape, staff: StaffMember, id: string | null): boolean =>
  staff.opened.some(
    ({ resource, recordId }) => resource === name && (recordId === null || recordId === id),
  ) && staff.may(module, 'personal_data');

/**
 * Whether a list keeps a field from being searched in part, compared and sorted by: rows that come or go would tell what its mask
 * hides. Finding by the whole value is possible.
 */
export const isMasked = (shape: Shape, staff: StaffMember, field: string): boolean =>
  shape.personal?.[field] !== undefined && !isOpen(shape, staff, null);

/** A record, or a part of it, with masks instead of the personal data that has not been opened. */
export function conceal<R extends object>(shape: Shape, staff: StaffMember, record: R, id = idOf(record)): R {
  if (!shape.personal || isOpen(shape, staff, id)) return record;
  const masked = { ...record } as Record<string, unknown>;
  for (const [path, kind] of Object.entries(shape.personal)) {
    const [field = '', inner] = path.split('.');
    const value = masked[field];
    if (inner === undefined) {
      if (field in masked) masked[field] = maskOf(kind, value);
    } else if (Array.isArray(value)) {
      masked[field] = value.map((part: Record<string, unknown>) => ({
        ...part,
        [inner]: maskOf(kind, part[inner]),
      }));
    }
  }
  return masked as R;
}

const idOf = (record: object): string | null => ('id' in record ? String(record.id) : null);

/** Changes of a record, for the event log: field → [before, after]. */
export function concealChanges(
  shape: Shape,
  staff: StaffMember,
  changes: Record<string, [unknown, unknown]>,
  id: string | null,
): Record<string, [unknown, unknown]> {
  const { personal } = shape;
  if (!personal || isOpen(shape, staff, id)) return changes;
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => {
      const kind = personal[field];
      return [field, kind ? [maskOf(kind, before), maskOf(kind, after)] : [before, after]];
    }),
  );
}

/** What stands between words, and around the address in the message of a mail server. */
const between = /([\s<>"'(),:;[\]])/;

/** What stands in the place of a value. Where there is none, none stands there. */
function maskOf(kind: MaskKind, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  const text = String(value);
  const [first = ''] = text;
  switch (kind) {
    case 'email':
      return maskEmail(text);
    case 'phone':
      return `${hidden}-${hidden}-${text.slice(-4)}`;
    case 'name':
      return first + hidden;
    case 'address':
      return text.split(/[.:]/, 1)[0] + (text.includes(':') ? ':' : '.') + hidden;
    case 'words':
      return text
        .split(between)
        .map((word) => (word.includes('@') ? maskEmail(word) : word))
        .join('');
    case 'content':
      return null;
    case 'whole':
      return hidden;
  }
}

function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  const domain = address.slice(at + 1);
  const [ofDomain = ''] = domain;
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${first}${hidden}@${ofDomain}${hidden}${ending}`;
}
