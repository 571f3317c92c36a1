import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { entities, useOfficeLocale } from '../../i18n/i18n-provider.ts';
import { choice, custom, filteredBy, instant, line, number } from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { Counts } from './counts.tsx';
import { ImportCreate } from './create.tsx';
import { ImportShow } from './show.tsx';
import { importStates, rowStates } from './states.ts';

/** Files of records that staff have sent, the newest first. */
export const imports = declareResource('imports', {
  menu: { group: 'operation', place: 65 },
  icon: UploadFileIcon,
  fields: [
    line('file_name', { names: true, list: { sort: false } }),
    custom('resource', {
      column: {
        sort: false,
        cell: ({ resource }) => <ResourceName name={resource} />,
        exported: {
          values: ({ locale }) =>
            Object.fromEntries(Object.entries(entities).map(([name, pair]) => [name, pair[locale]])),
        },
      },
    }),
    choice('state', importStates, { list: true }),
    filteredBy(
      <ChoiceFilter source="has_problems" choices={[{ id: 'true', text: 'import.has_problems' }]} />,
    ),
    number('rows', { list: { sort: false, from: 'sm' } }),
    custom('counts', {
      column: {
        sort: false,
        from: 'md',
        cell: (file) => <Counts file={file} />,
        exported: [
          {
            as: 'counts',
            values: ({ text }) =>
              Object.fromEntries(Object.entries(rowStates).map(([state, own]) => [state, text(own.text)])),
          },
          {
            field: 'undone',
            label: { ko: '되돌림', en: 'Undone' },
            values: ({ text }) => ({ true: text('chip.yes'), false: text('chip.no') }),
          },
          { field: 'error', label: { ko: '실패 이유', en: 'Why it failed' } },
        ],
      },
    }),
    line('staff_name', { list: { sort: false, from: 'sm' } }),
    instant('created_at', { list: true }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { create: ImportCreate, show: ImportShow },
  list: { canDelete: false, emptyHint: 'import.empty' },
});

function ResourceName({ name }: { name: string }) {
  const locale = useOfficeLocale();
  return <>{entities[name]?.[locale] ?? name}</>;
}
