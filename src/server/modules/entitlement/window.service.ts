import { failField } from '../../errors.ts';

/** Fails, naming the field, unless a publication window ends after it begins. */
export function checkWindow({
  availableFrom: from,
  availableUntil: until,
}: {
  availableFrom?: Date | null;
  availableUntil?: Date | null;
}): void {
  if (from && until && until <= from) failField('available_until', 'window_order');
}
