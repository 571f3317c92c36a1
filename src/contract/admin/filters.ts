/** The filters that every list has by itself: what can be asked of a field follows from its type. */
import { z } from 'zod';
import { day, instant } from '../instants.ts';

/** How a filter is called: the field's name and what is asked of it. */
const filterSuffixes = ['like', 'in', 'min', 'max', 'from', 'until', 'empty'] as const;
export type FilterSuffix = (typeof filterSuffixes)[number];

/**
 * What a field is, as far as filters go; null for objects and what else nothing is filtered by. `list`: several choices, words or records; it is
 * asked for any of some.
 */
type FieldKind = 'text' | 'choice' | 'record' | 'number' | 'flag' | 'instant' | 'day' | 'list';

const ids = z.string().max(4000).optional();
const whole = z.coerce.number().int().optional();

const empty = z.stringbool().optional();

const suffixesOf: Record<FieldKind, Partial<Record<FilterSuffix, z.ZodType>>> = {
  text: { like: z.string().max(200).optional(), empty },
  choice: { in: z.string().max(400).optional() },
  record: { in: ids, empty },
  number: { min: whole, max: whole, empty },
  // A list's dialog offers both, and both may be chosen.
  flag: { in: z.enum(['true', 'false', 'true,false', 'false,true']).optional() },
  instant: { from: instant.optional(), until: instant.optional(), empty },
  day: { from: day.optional(), until: day.optional(), empty },
  list: { in: ids, empty },
};

interface Definition {
  type: string;
  format?: string;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}
const definitionOf = (type: z.ZodType): Definition => type._zod.def as unknown as Definition;

const kindByFormat: Partial<Record<string, FieldKind>> = { uuid: 'record', datetime: 'instant', date: 'day' };

/** What a field's type comes to; null for what nothing is filtered by. */
export function fieldKind(type: z.ZodType): FieldKind | null {
  const { type: name, format, innerType, options, element } = definitionOf(type);
  switch (name) {
    case 'nullable':
    case 'default':
    case 'optional':
      return innerType ? fieldKind(innerType) : null;
    case 'string':
      return kindByFormat[format ?? ''] ?? 'text';
    case 'number':
    case 'int':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'enum':
      return 'choice';
    case 'union': {
      if (options?.every((option) => typeof literalOf(option) === 'number')) return 'number';
      // A type, or what stands for a value of it.
      const [own, ...others] = options?.filter((option) => literalOf(option) === undefined) ?? [];
      return own && others.length === 0 ? fieldKind(own) : null;
    }
    case 'array':
      return element && isListed(element) ? 'list' : null;
    default:
      return null;
  }
}

/** Whether lists of it are filtered by: words, choices and ids, and what names another record by its only id. */
function isListed(element: z.ZodType): boolean {
  const { shape } = definitionOf(element);
  if (shape) return Object.values(shape).filter((part) => fieldKind(part) === 'record').length === 1;
  return ['text', 'choice', 'record'].includes(fieldKind(element) ?? '');
}

function literalOf(type: z.ZodType): unknown {
  const { type: name, values } = type._zod.def as unknown as { type: string; values?: unknown[] };
  return name === 'literal' ? values?.[0] : undefined;
}

/** The filters of some fields, by name: `title_ko_like`, `release_year_min`, `available_from_empty` … */
export function filtersOf(fields: Record<string, z.ZodType>): Record<string, z.ZodType> {
  const filters: Record<string, z.ZodType> = {};
  for (const [field, type] of Object.entries(fields)) {
    const kind = fieldKind(type);
    if (!kind) continue;
    for (const [suffix, filter] of Object.entries(suffixesOf[kind])) filters[`${field}_${suffix}`] = filter;
  }
  return filters;
}

/** The field and the question of such a filter's name; undefined when it is none. */
export function readFilter(name: string): { field: string; suffix: FilterSuffix } | undefined {
  const at = name.lastIndexOf('_');
  const suffix = filterSuffixes.find((own) => own === name.slice(at + 1));
  return at > 0 && suffix ? { field: name.slice(0, at), suffix } : undefined;
}
