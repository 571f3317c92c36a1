/** The fields of forms. Each one can be read-only, and stores empty text as an empty string, not as null. */
import AutoFixHighIcon from '@mui/icons-material/AutoFixHigh';
import { Box, IconButton, InputAdornment, Stack, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  BooleanInput,
  DateInput,
  NumberInput,
  SelectInput,
  TextInput,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxSlugLength, rules } from '../../contract/rules.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useClosedField } from './access.ts';
import { ratingChoices } from './rating.ts';
import { useReadOnly } from './read-only.ts';
import { type Rule, useRules, within } from './rules.ts';

const keepText = (value: string | null) => value ?? '';
const textOrNone = (value: string | null) => value || null;

/** A group of fields under a small title. */
export function FieldGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2, width: '100%', minWidth: 0 }}>
      {title && (
        <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.5 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ width: '100%', columnGap: 2, '& > *': { flex: '1 1 0', minWidth: 0 } }}
    >
      {children}
    </Stack>
  );
}

/** Fields beside a picture, or under it where there is no room. */
export function BesidePicture({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      {picture}
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>{children}</Box>
    </Box>
  );
}

interface LineInputProps {
  source: string;
  label?: string;
  isRequired?: boolean;
  max?: number;
  /** Without text its value is null. */
  isNullable?: boolean;
  multiline?: boolean;
  hint?: TextKey;
  /** Beside `isRequired` and `max`. */
  rules?: Rule[];
  lang?: 'ko' | 'en';
  type?: 'text' | 'password';
  autoComplete?: string;
}

/** One line of text, or several. */
export function LineInput({
  source,
  label,
  isRequired = false,
  max = 200,
  isNullable = false,
  multiline = false,
  hint,
  rules: more = [],
  lang,
  type = 'text',
  autoComplete = 'off',
}: LineInputProps) {
  const text = useText();
  return (
    <TextInput
      source={source}
      {...(label ? { label } : {})}
      parse={isNullable ? textOrNone : keepText}
      defaultValue={type === 'password' ? undefined : isNullable ? null : ''}
      validate={useRules(source, isRequired, [(entry) => rules.max_text(entry, max), ...more])}
      multiline={multiline}
      {...(multiline ? { minRows: 4 } : {})}
      helperText={hint ? text(hint) : false}
      readOnly={useReadOnly()}
      type={type}
      slotProps={{
        htmlInput: { lang, autoComplete, spellCheck: multiline, 'aria-required': isRequired },
      }}
    />
  );
}

/** A fact in both languages, side by side: `title` is `title_ko` and `title_en`. */
export function PairInput({ source, ...rest }: Omit<LineInputProps, 'lang' | 'label'> & { source: string }) {
  return (
    <FieldRow>
      <LineInput source={`${source}_ko`} lang="ko" {...rest} />
      <LineInput source={`${source}_en`} lang="en" {...rest} />
    </FieldRow>
  );
}

/** A slug from English text. */
export function slugOf(english: string): string {
  return english
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '');
}

/** The name in addresses. While a record is new it follows the English field, until a staff member writes one. */
export function SlugInput({
  from,
  problem = rules.slug,
}: {
  from: string;
  /** A stricter rule than that of all slugs. */
  problem?: Rule | undefined;
}) {
  const text = useText();
  const readOnly = useReadOnly();
  const isNew = useRecordContext()?.id === undefined;
  const { setValue, getValues } = useFormContext();
  const english = (useWatch({ name: from }) as string | null | undefined) ?? '';
  const proposed = useRef('');
  useEffect(() => {
    if (!isNew) return;
    const current = (getValues('slug') as string | null | undefined) ?? '';
    if (current !== proposed.current) return;
    proposed.current = slugOf(english);
    if (proposed.current !== current) setValue('slug', proposed.current, { shouldDirty: true });
  }, [english, isNew, getValues, setValue]);
  return (
    <TextInput
      source="slug"
      parse={keepText}
      defaultValue=""
      readOnly={readOnly}
      validate={useRules('slug', true, [problem, (entry) => rules.max_text(entry, maxSlugLength)])}
      helperText={text('slug.hint')}
      slotProps={{
        htmlInput: { spellCheck: false, autoComplete: 'off', lang: 'en', 'aria-required': true },
        input: {
          endAdornment: readOnly ? null : (
            <InputAdornment position="end">
              <Tooltip title={text('slug.propose')}>
                <IconButton
                  size="small"
                  aria-label={text('slug.propose')}
                  onClick={() =>
                    setValue('slug', slugOf((getValues(from) as string | null) ?? ''), {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                >
                  <AutoFixHighIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

/** A whole number; empty where the fact may be unknown. */
export function WholeNumberInput({
  source,
  isRequired = false,
  min = 0,
  max = 10_000,
  defaultValue,
  hint,
}: {
  source: string;
  isRequired?: boolean;
  min?: number;
  max?: number;
  defaultValue?: number;
  hint?: TextKey | undefined;
}) {
  const text = useText();
  return (
    <NumberInput
      source={source}
      step={1}
      readOnly={useReadOnly()}
      helperText={hint ? text(hint) : false}
      validate={useRules(source, isRequired, [within(min, max)])}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      slotProps={{ htmlInput: { 'aria-required': isRequired } }}
    />
  );
}

/** Yes or no, with the words of yes beside it. The switch of publication is disabled for staff who may not publish, and off in a new record. */
export function SwitchInput({
  source,
  yes,
  initially,
  hint,
  publishes = false,
}: {
  source: string;
  yes: TextKey;
  initially: boolean;
  hint?: TextKey | undefined;
  /** It publishes something besides the record. */
  publishes?: boolean;
}) {
  const text = useText();
  const readOnly = useReadOnly();
  const closedField = useClosedField()(useResourceContext() ?? '');
  const isClosed = (publishes ? closedField !== undefined : closedField === source) && !readOnly;
  const said = isClosed ? 'publish.closed' : hint;
  return (
    <BooleanInput
      source={source}
      label={text(yes)}
      defaultValue={initially && !isClosed}
      helperText={said ? text(said) : false}
      disabled={readOnly}
      // The value of a disabled field would not be sent.
      readOnly={isClosed}
    />
  );
}

/** A required select says so to screen readers. */
const requiredSelect = { select: { SelectDisplayProps: { 'aria-required': true } } };

/** One of a few. */
export function ChoiceInput({
  source,
  choices,
  defaultValue,
}: {
  source: string;
  choices: readonly { id: string; text: TextKey }[];
  defaultValue?: string;
}) {
  const text = useText();
  return (
    <SelectInput
      source={source}
      choices={choices.map((choice) => ({ id: choice.id, name: text(choice.text) }))}
      translateChoice={false}
      validate={useRules(source, true)}
      slotProps={requiredSelect}
      readOnly={useReadOnly()}
      helperText={false}
      {...(defaultValue === undefined ? {} : { defaultValue })}
    />
  );
}

/** The Korean grade, with the US rating it becomes. */
export function RatingInput() {
  return (
    <SelectInput
      source="maturity"
      choices={ratingChoices(useOfficeLocale())}
      translateChoice={false}
      defaultValue={0}
      validate={useRules('maturity', true)}
      slotProps={requiredSelect}
      readOnly={useReadOnly()}
      helperText={false}
    />
  );
}

/** A day without a time. */
export function DayInput({ source }: { source: string }) {
  return <DateInput source={source} readOnly={useReadOnly()} helperText={false} />;
}
