/**
 * Groups of fields that a role can hide. A field declares its group where its type is declared. Fields whose names end
 * in `cents` are amounts of money without a declaration.
 */
import type { z } from 'zod';
import type { FieldGroup } from './permissions.ts';

const declared = new WeakMap<object, readonly FieldGroup[]>();

/** A type whose fields belong to one or several groups. */
export function inGroup<T extends z.ZodType>(groups: FieldGroup | readonly FieldGroup[], type: T): T {
  // A copy, because the type may also be used for fields without a group.
  const own = type.clone() as T;
  declared.set(own, typeof groups === 'string' ? [groups] : groups);
  return own;
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
  element?: z.ZodType;
  valueType?: z.ZodType;
}
const definitionOf = (type: z.ZodType): Definition => type._zod.def as unknown as Definition;

const isAmount = (field: string): boolean => /(?:^|_)cents$/.test(field);

/** Groups of a field, by its name and its type. */
export function groupsOf(field: string, type?: z.ZodType): readonly FieldGroup[] {
  const own = isAmount(field) ? (['amounts'] as const) : [];
  for (let inner = type; inner; inner = definitionOf(inner).innerType) {
    const groups = declared.get(inner);
    if (groups) return [...own, ...groups];
  }
  return own;
}

/** Whether one of a field's groups is hidden. */
export const isHidden = (hidden: readonly FieldGroup[], field: string, type?: z.ZodType): boolean =>
  hidden.length > 0 && groupsOf(field, type).some((group) => hidden.includes(group));

/** Visits the fields of a value, by its type, with their containers. */
function visitFields(
  type: z.ZodType,
  value: unknown,
  visit: (container: Record<string, unknown>, field: string, type: z.ZodType) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  const { type: kind, innerType, in: input, options = [], element, valueType } = definitionOf(type);
  const inner = innerType ?? input;
  if (inner) visitFields(inner, value, visit);
  for (const option of options) visitFields(option, value, visit);
  if (element && Array.isArray(value)) for (const own of value) visitFields(element, own, visit);
  const container = value as Record<string, unknown>;
  if (kind === 'record' && valueType)
    for (const [field, own] of Object.entries(container)) {
      visit(container, field, valueType);
      visitFields(valueType, own, visit);
    }
  if (kind === 'object')
    for (const [field, own] of Object.entries((type as z.ZodObject).shape)) {
      if (!(field in container)) continue;
      visit(container, field, own);
      visitFields(own, container[field], visit);
    }
}

/** A copy of a JSON value of this type without the fields that are hidden. */
export function withoutHidden<V>(hidden: readonly FieldGroup[], type: z.ZodType, value: V): V {
  if (hidden.length === 0) return value;
  const shown = structuredClone(value);
  visitFields(type, shown, (container, field, own) => {
    if (isHidden(hidden, field, own)) delete container[field];
  });
  return shown;
}

/** Whether a JSON value of this type has a hidden field. */
export function hasHidden(hidden: readonly FieldGroup[], type: z.ZodType, value: unknown): boolean {
  let has = false;
  visitFields(type, value, (_container, field, own) => {
    has ||= isHidden(hidden, field, own);
  });
  return has;
}
