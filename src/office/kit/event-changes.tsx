import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { use } from 'react';
import type { Locale } from '../../contract/errors.ts';
import { showInstant } from '../../contract/zone.ts';
import { type Text, useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { RecordOf } from '../names.ts';
import { accent } from '../theme.ts';
import { DeclaredResources } from './declared-resources.ts';
import { showMoney } from './money.ts';

/** What was changed of a record. */
type Changed = Pick<RecordOf<'events'>, 'entity' | 'changes'>;

/** What an event changed: each field before and after, in words. */
export function EventChanges({ event }: { event: Changed }) {
  const text = useText();
  const fieldName = useFieldName(event.entity);
  const fields = Object.entries(event.changes);
  if (fields.length === 0) {
    return (
      <Typography variant="body2" color="text.secondary" sx={{ p: 1 }}>
        {text('log.no_fields')}
      </Typography>
    );
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table
        size="small"
        sx={{ tableLayout: 'fixed', minWidth: 420, '& td': { verticalAlign: 'top', py: 0.5 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '26%' }}>{text('log.field')}</TableCell>
            <TableCell>{text('log.before')}</TableCell>
            <TableCell>{text('log.after')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {fields.map(([field, [before, after]]) => (
            <TableRow key={field}>
              <TableCell sx={{ color: 'text.secondary' }}>{fieldName(field)}</TableCell>
              <TableCell sx={{ backgroundColor: accent.rose.soft }}>
                <FactValue field={field} value={before} entity={event.entity} />
              </TableCell>
              <TableCell sx={{ backgroundColor: accent.jade.soft }}>
                <FactValue field={field} value={after} entity={event.entity} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** A value of a field, as the field writes it. */
export function FactValue({ field, value, entity }: { field: string; value: unknown; entity: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const declared = use(DeclaredResources);
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <Box
        component="span"
        sx={{ color: 'text.secondary', fontStyle: locale === 'en' ? 'italic' : undefined }}
      >
        {text('log.none')}
      </Box>
    );
  }
  return (
    <Box sx={{ whiteSpace: 'pre-wrap' }}>
      {declared[entity]?.facts[field]?.log?.(value, { locale, text }) ??
        (typeof value === 'number' && field.endsWith('_cents')
          ? showMoney(value)
          : plainly(value, text, locale))}
    </Box>
  );
}

/** A value whose field says nothing of it, as its type says. */
function plainly(value: unknown, text: Text, locale: Locale): string {
  if (typeof value === 'boolean') return text(value ? 'chip.yes' : 'chip.no');
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return showInstant(value, locale);
  if (Array.isArray(value)) return value.map((own) => plainly(own, text, locale)).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  // A record's label, or the texts of an object without its names.
  if ('label' in value) return String(value.label);
  return Object.values(value)
    .map((own) => plainly(own, text, locale))
    .filter(Boolean)
    .join(' · ');
}
