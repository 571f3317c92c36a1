import { CheckboxGroupInput } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';
import type { Pair } from '../i18n/texts.ts';
import { type Choice, Tag } from './chips.tsx';
import { CountriesInput, CountryNames, namesOfCountries } from './countries.tsx';
import type { Field } from './field.tsx';
import { chosenColumn, custom, namesOf } from './fields.tsx';
import { useReadOnly } from './read-only.ts';

interface ChoicesProps {
  source: string;
  choices: Record<string, Choice>;
  initially: readonly string[];
}

function ChoicesInput({ source, choices, initially }: ChoicesProps) {
  const text = useText();
  return (
    <CheckboxGroupInput
      source={source}
      choices={Object.entries(choices).map(([id, choice]) => ({ id, name: text(choice.text) }))}
      defaultValue={initially}
      translateChoice={false}
      disabled={useReadOnly()}
      helperText={false}
    />
  );
}

function ChoiceTags({ chosen, choices }: { chosen: readonly string[]; choices: Record<string, Choice> }) {
  const text = useText();
  // All of them is no news.
  if (chosen.length === Object.keys(choices).length) return null;
  return chosen.map((each) => {
    const choice = choices[each];
    return choice && <Tag key={each} label={text(choice.text)} sx={{ mr: 0.5 }} />;
  });
}

/** Several of a few values, at first all of them or `initially`. */
export function choices<R>(
  source: { [K in keyof R]-?: R[K] extends string[] ? K : never }[keyof R] & string,
  named: Record<string, Choice>,
  {
    label,
    from,
    initially = Object.keys(named),
  }: { label?: Pair; from?: 'sm' | 'md' | 'lg' | 'xl'; initially?: readonly string[] } = {},
): Field<R> {
  const of = (record: R) => record[source] as string[];
  return custom<R>(source, {
    ...(label ? { label } : {}),
    input: <ChoicesInput source={source} choices={named} initially={initially} />,
    column: {
      sort: false,
      ...(from ? { from } : {}),
      cell: (record) => <ChoiceTags chosen={of(record)} choices={named} />,
      exported: { values: ({ text }) => namesOf(named, text) },
    },
    ask: {
      kind: 'choice',
      choices: Object.entries(named).map(([id, { text }]) => ({ id, text })),
    },
    log: (value, { text }) =>
      Array.isArray(value)
        ? value
            .map((each) => (named[String(each)] ? text((named[String(each)] as Choice).text) : each))
            .join(', ')
        : undefined,
  });
}

function RegionsInput() {
  return <CountriesInput source="regions" hint={useText()('regions.all')} />;
}

/** The countries where something may be shown; none chosen: all of the service's. */
export function regions<R extends { regions: string[] | null }>(): Field<R> {
  return custom<R>('regions' as keyof R & string, {
    input: <RegionsInput />,
    column: {
      cell: ({ regions }) => regions && <CountryNames countries={regions} />,
      exported: { as: 'countries' },
      ...chosenColumn,
    },
    ask: { kind: 'countries' },
    log: (value, { locale }) => (Array.isArray(value) ? namesOfCountries(value, locale) : undefined),
  });
}
