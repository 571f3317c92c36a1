/** Labels of records, and changes in the event log. A label uses no field that a role can hide. */
import type { Context } from '../context.ts';
import type { StaffMember } from '../http/caller.ts';
import { hidesField } from './hidden-fields.ts';
import { type AnyRow, type Changes, type ResourceModel, snake } from './model.ts';
import { concealChanges } from './personal-data.ts';
import { resourcesOf } from './registry.ts';

type Resources = Pick<Context, 'registries'>;
type Labelled = Pick<ResourceModel, 'options'>;

/** A record with its label, as a value in the event log. */
export interface NamedRecord {
  entity: string;
  id: string;
  label: string;
}

const columnsOf = ({ options: { label } }: Labelled): readonly string[] =>
  typeof label === 'string' ? [label] : label.of;

/** Names on the wire of the fields that a resource's labels are made of. */
export const labelFields = (model: Labelled): string[] => columnsOf(model).map(snake);

/** Label of a record, made only of the columns that its resource declares for it. */
export function labelOfRow(model: Labelled, row: AnyRow): string {
  const { label } = model.options;
  if (typeof label === 'string') return String(row[label]);
  return label.text(Object.fromEntries(label.of.map((column) => [column, row[column]])));
}

/** Changes of a record without the fields that the staff member may not read, and with masked personal data. */
export function readableChanges(
  context: Resources,
  staff: StaffMember,
  { entity, entityId, changes }: { entity: string; entityId: string | null; changes: Changes },
): Changes {
  const shape = resourcesOf(context).get(entity)?.shape;
  const record = { shape: { ...shape?.record.shape, ...shape?.logged } };
  const shown = Object.fromEntries(
    Object.entries(changes).filter(([field]) => !hidesField(staff, record, field)),
  );
  return shape ? concealChanges(shape, staff, shown, entityId) : shown;
}
