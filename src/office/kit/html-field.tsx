import { Box, Skeleton } from '@mui/material';
import { useFieldName } from '../i18n/i18n-provider.ts';
import type { Field } from './field.tsx';
import { chosenColumn } from './fields.tsx';
import { lazyPart } from './lazy-part.tsx';

const RichText = lazyPart(
  () => import('./rich-text.tsx'),
  'RichText',
  <Skeleton variant="rounded" height={230} sx={{ mb: 1 }} />,
);

/** HTML in both languages: side by side where there is much room, so that one can be written after the other. */
export function HtmlPairInput({ source, isRequired }: { source: string; isRequired: boolean }) {
  const fieldName = useFieldName();
  return (
    <Box
      sx={{
        width: '100%',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        columnGap: 2,
      }}
    >
      {(['ko', 'en'] as const).map((language) => (
        <Box key={language} lang={language} aria-label={fieldName(`${source}_${language}`)} role="group">
          <RichText source={`${source}_${language}`} isRequired={isRequired} />
        </Box>
      ))}
    </Box>
  );
}

/** The words of HTML. */
const wordsOf = (value: unknown) =>
  typeof value === 'string' ? value.replace(/<[^<>]*>/g, ' ').trim() : undefined;

type HtmlStem<R> = {
  [K in keyof R]: K extends `${infer S}_ko` ? (`${S}_en` extends keyof R ? S : never) : never;
}[keyof R];

/** HTML in both languages: `html('body')` is `body_ko` and `body_en`. */
export function html<R>(
  stem: HtmlStem<R> & string,
  { required = false }: { required?: boolean } = {},
): Field<R> {
  const halves = [`${stem}_ko`, `${stem}_en`];
  return {
    name: stem,
    input: <HtmlPairInput source={stem} isRequired={required} />,
    columns: halves.map((source) => ({
      source,
      cell: (record) => wordsOf(record[source as keyof R]),
      exported: {},
      ...chosenColumn,
    })),
    facts: Object.fromEntries(halves.map((source) => [source, { log: wordsOf }])),
  };
}
