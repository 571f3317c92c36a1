import { InputAdornment } from '@mui/material';
import { NumberInput } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';
import type { Pair, TextKey } from '../i18n/texts.ts';
import type { Column } from './columns.tsx';
import type { Field } from './field.tsx';
import { chosenColumn, custom } from './fields.tsx';
import { showMoney } from './money.ts';
import { useReadOnly } from './read-only.ts';
import { useRules, within } from './rules.ts';

/** How an input shows cents, and reads them from the dollars that are typed. */
export const inDollars = {
  // Nothing is '' here.
  format: (cents: unknown) => (typeof cents === 'number' ? (cents / 100).toFixed(2) : ''),
  parse: (typed: string) => (typed === '' ? null : Math.round(Number(typed) * 100)) as never,
};

function MoneyInput({
  source,
  isRequired,
  hint,
  initially,
}: {
  source: string;
  isRequired: boolean;
  hint?: TextKey | undefined;
  initially?: number | undefined;
}) {
  const text = useText();
  return (
    <NumberInput
      source={source}
      step={0.01}
      {...inDollars}
      {...(initially === undefined ? {} : { defaultValue: initially })}
      readOnly={useReadOnly()}
      validate={useRules(source, isRequired, [within(0)])}
      helperText={hint ? text(hint) : false}
      slotProps={{
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        htmlInput: { 'aria-required': isRequired },
      }}
    />
  );
}

/** An amount of US dollars: entered and shown in dollars, cents on the wire. */
export function money<R>(
  source: { [K in keyof R]-?: R[K] extends number | null ? K : never }[keyof R] & string,
  {
    label,
    required = false,
    hint,
    initially,
    list,
    asked = Boolean(list),
    bulk = false,
    sort = false,
  }: {
    label: Pair;
    required?: boolean;
    hint?: TextKey;
    /** In cents. */
    initially?: number;
    list?: true | Pick<Column<R>, 'from'>;
    /** Whether a list can be asked about it, when that does not follow from its being a column. */
    asked?: boolean;
    /** Many records are changed in it at once. */
    bulk?: boolean;
    sort?: boolean;
  },
): Field<R> {
  const shown = (value: unknown) => (typeof value === 'number' ? showMoney(value) : undefined);
  return custom<R>(source, {
    label,
    input: <MoneyInput source={source} isRequired={required} hint={hint} initially={initially} />,
    column: {
      sort,
      align: 'right',
      cell: (record) => shown(record[source]) ?? null,
      exported: { as: 'cents' },
      ...(list ? (list === true ? {} : list) : chosenColumn),
    },
    log: shown,
    ...(asked ? { ask: { kind: 'money' } as const } : {}),
    ...(bulk ? { bulk: 'set' as const } : {}),
  });
}
