/** What is wrong with what was sent, field by field, from what zod says of it. */
import type { z } from 'zod';
import {
  type FieldProblem,
  type ValidationMessage,
  type Values,
  validationMessages,
} from '../contract/messages.ts';
import { fieldOf } from './unknown-value.ts';

/** What zod says of one field; only what the texts need. */
export interface Issue {
  code?: string;
  expected?: string;
  input?: unknown;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean;
  exact?: boolean;
  values?: unknown[];
  format?: string;
  pattern?: string;
  message?: string | undefined;
  path?: PropertyKey[];
  keys?: string[];
}

/** What zod measures, as the rules' names say it. */
const measured: Partial<Record<string, 'text' | 'items'>> = { string: 'text', array: 'items', set: 'items' };

const byType: Partial<Record<string, ValidationMessage>> = {
  string: 'string',
  number: 'numeric',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  date: 'date',
};

const byFormat: Partial<Record<string, ValidationMessage>> = {
  email: 'email',
  uuid: 'uuid',
  date: 'date',
  datetime: 'date',
  url: 'url',
  ipv4: 'ip',
  ipv6: 'ip',
  json_string: 'json',
};

/** A schema that needs a more specific text names a message of the table instead of zod's own. */
const isOurs = (message = ''): message is ValidationMessage => Object.hasOwn(validationMessages, message);

/** The problem that an issue is; `given` is what was sent. */
export function issueMessage(issue: Issue, given: unknown): FieldProblem {
  const isMissing = given === undefined || given === null || given === '';
  const said = (message: ValidationMessage, values: Values = {}) => ({ message, values });
  const of = measured[issue.origin ?? ''] ?? 'number';
  switch (issue.code) {
    case 'invalid_type':
      return said(isMissing ? 'required' : (byType[issue.expected ?? ''] ?? 'object'));
    case 'too_small': {
      const min = Number(issue.minimum);
      if (of === 'text' && (min <= 1 || isMissing)) return said('required');
      if (issue.exact) return said(`size_${of}`, { size: min });
      return issue.inclusive === false ? said('gt_number', { value: min }) : said(`min_${of}`, { min });
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.exact) return said(`size_${of}`, { size: max });
      return issue.inclusive === false ? said('lt_number', { value: max }) : said(`max_${of}`, { max });
    }
    case 'invalid_format': {
      if (isMissing) return said('required');
      if (isOurs(issue.message)) return said(issue.message);
      // A pattern of `digitsPattern`, as zod reports it: the text names the number of digits.
      const digits = /^\/\^\\d\{(\d+)\}\$\/$/.exec(issue.pattern ?? '')?.[1];
      return digits ? said('digits', { digits }) : said(byFormat[issue.format ?? ''] ?? 'regex');
    }
    case 'invalid_value':
      if (issue.values?.length === 1 && issue.values[0] === true) return said('accepted');
      return said(isMissing ? 'required' : 'in');
    case 'invalid_union':
      return said(isMissing ? 'required' : 'in');
    case 'unrecognized_keys':
      return said('unknown_key');
    default:
      return said(isOurs(issue.message) ? issue.message : 'regex');
  }
}

/** The value at a path within what was sent. */
export function valueAt(root: unknown, path: string[]): unknown {
  return path.reduce<unknown>(fieldOf, root);
}

/** The problems of what did not fit a schema, by field. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  sent: unknown,
): Record<string, FieldProblem[]> {
  const problems: Record<string, FieldProblem[]> = {};
  for (const issue of issues as readonly Issue[]) {
    const path = (issue.path ?? []).map(String);
    const field = path.join('.') || issue.keys?.[0] || 'body';
    problems[field] = [...(problems[field] ?? []), issueMessage(issue, valueAt(sent, path))];
  }
  return problems;
}
