/** Labels of records. The permission to read a label follows from the fields that it is made of. */
import type { Context } from '../context.ts';
import type { StaffMember } from '../http/caller.ts';
import { hides } from '../security/permission.ts';
import { type AnyRow, type Changes, type ResourceModel, snake } from './model.ts';
import { concealChanges } from './personal-data.ts';
import { resourcesOf } from './registry.ts';

type Resources = Pick<Context, 'registries'>;
type Labelled = Pick<ResourceModel, 'options'>;
type Reader = Pick<StaffMember, 'hiddenFields'>;

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

/** Whether a staff member may not read the labels of a resource. */
export const hidesLabel = (staff: Reader, model: ResourceModel): boolean =>
  labelFields(model).some((field) => hides(staff, model.shape.name, field));

/** Label of a record for a staff member. If the label is hidden, the end of the record's id. */
export function readableLabel(
  context: Resources,
  staff: Reader,
  { entity, id, label }: { entity: string; id: string | null; label: string },
): string {
  const model = resourcesOf(context).get(entity);
  return model && label !== '' && hidesLabel(staff, model) ? (id === null ? '' : `#${id.slice(-8)}`) : label;
}

/** Changes of a record without the fields that the staff member may not read, and with masked personal data. */
export function readableChanges(
  context: Resources,
  staff: StaffMember,
  { entity, entityId, changes }: { entity: string; entityId: string | null; changes: Changes },
): Changes {
  const said = (value: unknown) =>
    isNamedRecord(value) ? { ...value, label: readableLabel(context, staff, value) } : value;
  const shown = Object.fromEntries(
    Object.entries(changes)
      .filter(([field]) => !hides(staff, entity, field))
      .map(([field, [before, after]]) => [field, [said(before), said(after)] as [unknown, unknown]]),
  );
  const shape = resourcesOf(context).get(entity)?.shape;
  return shape ? concealChanges(shape, staff, shown, entityId) : shown;
}

const isNamedRecord = (value: unknown): value is NamedRecord =>
  typeof value === 'object' && value !== null && 'entity' in value && 'id' in value && 'label' in value;
