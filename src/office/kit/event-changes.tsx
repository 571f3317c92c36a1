import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { staffActions, staffModules } from '../../contract/admin/permissions.ts';
import { useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import type { OfficeResource, RecordOf } from '../names.ts';
import { accent } from '../theme.ts';
import { showBytes } from './format.ts';
import { showRating } from './rating.ts';
import { ReferenceName } from './reference-name.tsx';
import { showInstant } from './zone.ts';

type StaffEvent = RecordOf<'events'>;

const references: Record<string, OfficeResource> = {
  category_id: 'categories',
  sub_category_id: 'categories',
  genre_ids: 'genres',
  person_id: 'people',
  asset_id: 'assets',
  role_id: 'roles',
  programme_id: 'programmes',
  season_id: 'seasons',
};

/** What an event changed: each field before and after, in words. */
export function EventChanges({ event }: { event: StaffEvent }) {
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
                <Value field={field} value={before} entity={event.entity} />
              </TableCell>
              <TableCell sx={{ backgroundColor: accent.jade.soft }}>
                <Value field={field} value={after} entity={event.entity} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Value({ field, value, entity }: { field: string; value: unknown; entity: string }) {
  const text = useText();
  const locale = useOfficeLocale();
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
  if (typeof value === 'boolean') return <>{text(yesNo(field, value))}</>;
  // Categories and genres lie in trees of their own kind.
  const resource = field === 'parent_id' ? (entity as OfficeResource) : references[field];
  if (resource && typeof value === 'string') return <ReferenceName resource={resource} id={value} />;
  if (resource && Array.isArray(value)) {
    return (
      <>
        {value.map((id, at) => (
          <span key={String(id)}>
            {at > 0 && ', '}
            <ReferenceName resource={resource} id={String(id)} />
          </span>
        ))}
      </>
    );
  }
  if (field === 'maturity' && typeof value === 'number') return <>{showRating(value, locale)}</>;
  if (field === 'size_bytes' && typeof value === 'number') return <>{showBytes(value)}</>;
  if (field === 'credits' && Array.isArray(value)) return <Credits value={value} />;
  if (field === 'permissions' && typeof value === 'object') return <Granted value={value as Granted} />;
  const word = `${field === 'state' ? 'asset' : field}.${String(value)}`;
  if (word in texts) return <>{text(word as TextKey)}</>;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value))
    return <>{showInstant(value, locale)}</>;
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
      {typeof value === 'object' ? JSON.stringify(value) : String(value)}
    </Box>
  );
}

const yesNo = (field: string, value: boolean): TextKey => {
  if (field === 'published') return value ? 'chip.published' : 'chip.hidden';
  if (field === 'premium') return value ? 'chip.premium' : 'chip.free';
  if (field === 'active') return value ? 'chip.active' : 'chip.inactive';
  return value ? 'chip.yes' : 'chip.no';
};

function Credits({ value }: { value: { person_id: string; role_ko: string; role_en: string }[] }) {
  const locale = useOfficeLocale();
  return (
    <>
      {value.map((credit) => {
        const role = locale === 'ko' ? credit.role_ko : credit.role_en;
        return (
          <div key={credit.person_id}>
            <ReferenceName resource="people" id={credit.person_id} />
            {role && ` (${role})`}
          </div>
        );
      })}
    </>
  );
}

type Granted = Partial<Record<keyof typeof staffModules, string[]>>;

function Granted({ value }: { value: Granted }) {
  const text = useText();
  const locale = useOfficeLocale();
  return (
    <>
      {(Object.keys(staffModules) as (keyof typeof staffModules)[])
        .filter((name) => value[name]?.length)
        .map((name) => (
          <div key={name}>
            {staffModules[name][locale]}:{' '}
            {staffActions
              .filter((action) => value[name]?.includes(action))
              .map((action) => text(`roles.${action}`))
              .join(' · ')}
          </div>
        ))}
    </>
  );
}
