/** Generators of requests for every declared call: garbage, half garbage, and values that pass the call's schema. */
import fc from 'fast-check';
import type { z } from 'zod';

/** Strings that have broken services: what databases, parsers and renderers choke on. */
const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦🇰🇷',
  '\r\nset-cookie: a=b',
  "' or 1=1 --",
  '%00',
  '%',
  '../../etc/passwd',
  '__proto__',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '{}',
  '-'.repeat(36),
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  'ㄱ'.repeat(300),
  'x'.repeat(10_000),
  '\u0301'.repeat(500),
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const number = fc.oneof(
  fc.constantFrom(0, -1, 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, -0.5, 0.1, 32_768),
  fc.integer(),
);
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 4 }),
  fc.dictionary(word, word, { maxKeys: 3 }),
  fc.anything({ maxDepth: 3, withUnicodeString: true }).filter((value) => typeof value !== 'bigint'),
);

/** Values that pass a schema, so that garbage in one field reaches the code behind the check of the others. */
export function valid(schema: z.ZodType, ids: string[]): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: Record<string, never> & { type: string; format?: string } };
  const inner = (name: string) => valid(def[name] as unknown as z.ZodType, ids);
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.option(inner('innerType'), { nil: undefined });
    case 'nullable':
      return fc.option(inner('innerType'));
    case 'pipe':
      return fc.constantFrom('true', 'false');
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries as unknown as Record<string, string>));
    case 'literal':
      return fc.constantFrom(...(def.values as unknown as unknown[]));
    case 'union':
      return fc.oneof(...(def.options as unknown as z.ZodType[]).map((option) => valid(option, ids)));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 1, max: 12 });
    case 'array':
      return fc.array(inner('element'), { maxLength: 3 });
    case 'record':
      return fc.constantFrom({}, { programmes: ['read'] });
    case 'object': {
      const shape = def.shape as unknown as Record<string, z.ZodType>;
      return fc.record(
        Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, valid(field, ids)])),
      );
    }
    default:
      if (def.format === 'uuid') return fc.constantFrom(...ids);
      if (def.format === 'date') return fc.constantFrom('0000-01-01', '2000-02-29', '9999-12-31');
      if (def.format === 'datetime')
        return fc.constantFrom(
          '0000-01-01T00:00:00Z',
          '2026-06-15T12:00:00+09:00',
          '9999-12-31T23:59:59-23:59',
        );
      return fc.oneof(fc.constantFrom('a', 'slug-1', '가나다', ...ids), word);
  }
}

/** A value of the schema with garbage in some of its fields, or garbage altogether. */
export function spoilt(schema: z.ZodType | undefined, ids: string[]): fc.Arbitrary<unknown> {
  if (!schema) return fc.option(junk, { nil: undefined, freq: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: valid(schema, ids) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid(schema, ids), fc.array(fc.tuple(fc.nat(40), junk), { minLength: 1, maxLength: 2 }))
        .map(([value, changes]) => {
          if (value === null || typeof value !== 'object' || Array.isArray(value)) return changes[0]?.[1];
          const copy = { ...value } as Record<string, unknown>;
          const keys = Object.keys(copy);
          for (const [at, garbage] of changes) {
            const key = keys[at % Math.max(1, keys.length)] ?? 'x';
            Object.defineProperty(copy, key, { value: garbage, enumerable: true });
          }
          return copy;
        }),
    },
    { weight: 1, arbitrary: junk },
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** As browsers would send it; what cannot be written as an address is left out. */
export function encode(value: unknown): string {
  try {
    return encodeURIComponent(text(value));
  } catch {
    return '%ED%A0%80';
  }
}

export function queryString(query: unknown): string {
  if (query === undefined) return '';
  if (query === null || typeof query !== 'object') return `?${encode(query)}`;
  return `?${Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.map((one) => `${encode(key)}=${encode(one)}`)
        : [`${encode(key)}=${encode(value)}`],
    )
    .join('&')}`;
}
