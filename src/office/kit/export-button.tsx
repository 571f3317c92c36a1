import DownloadIcon from '@mui/icons-material/GetApp';
import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, useListContext, useNotify, useResourceContext, useTranslate } from 'react-admin';
import type { ExportColumn, ExportFormat, ExportRecord } from '../../contract/admin/exports.ts';
import { api, fetchBytes } from '../api.ts';
import { useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import type { Column } from './columns.tsx';
import { useColumns } from './list/use-columns.ts';
import { useTellProblem } from './problem.ts';
import { saveFile } from './save-file.ts';

interface Props {
  columns: readonly Column<never>[];
  /** How many columns of the table stand before them. */
  before: number;
}

const exportsKey = ['exports'];
/** How often it is asked how far a long export is. */
const pollMs = 2000;

/** The list as a file, in the columns that are shown and in their order. */
export function ExportButton({ columns, before }: Props) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const { data, filterValues, sort } = useListContext();
  const mayExport = useMay('export', resource);
  const { shown } = useColumns(resource, columns, before);
  if (!data?.length || !mayExport) return null;
  return (
    <ExportMenu
      resource={resource}
      query={{
        ...filterValues,
        ...(sort.field === 'id' ? {} : { sort: sort.field, order: sort.order.toLowerCase() }),
      }}
      columns={shown
        .flatMap((shownSource) => columns.find(({ source }) => source === shownSource) ?? [])
        .flatMap(({ source, exported = [] }): ExportColumn[] =>
          [exported].flat().map(({ field = source, label, values, of, as }) => ({
            field,
            label: label?.[locale] ?? fieldName(field),
            ...(values ? { values: values({ locale, text, fieldName }) } : {}),
            ...(of ? { of } : {}),
            ...(as ? { as } : {}),
          })),
        )}
    />
  );
}

interface ExportMenuProps {
  /** The list, as exports know it. */
  resource: string;
  /** Its filters and order; empty ones are none. */
  query: Record<string, unknown>;
  columns: ExportColumn[];
}

/** The button that makes a file of a list. A long one is made meanwhile and waits here. */
export function ExportMenu({ resource, query, columns }: ExportMenuProps) {
  const text = useText();
  const translate = useTranslate();
  const notify = useNotify();
  const tellProblem = useTellProblem();
  const queryClient = useQueryClient();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data: files = [] } = useQuery({
    queryKey: exportsKey,
    queryFn: async () => (await api('GET /api/admin/exports')).data.filter(isLong),
    enabled: anchor !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'working') ? pollMs : false,
  });

  const download = async ({ id, file_name }: ExportRecord) => {
    saveFile(await fetchBytes('GET /api/admin/exports/{id}/file', { params: { id } }), file_name);
  };
  const told = (work: Promise<unknown>) => work.catch(tellProblem);
  const exportAs = async (format: ExportFormat) => {
    const { data } = await api('POST /api/admin/exports', {
      body: {
        resource,
        format,
        query: Object.fromEntries(
          Object.entries(query)
            .filter(([, value]) => value !== undefined && value !== null && value !== '')
            .map(([name, value]) => [name, String(value)]),
        ),
        columns,
      },
    });
    if (data.state === 'ready') {
      setAnchor(null);
      await download(data);
      return;
    }
    notify('office.export.long', { type: 'info' });
    await queryClient.invalidateQueries({ queryKey: exportsKey });
  };

  return (
    <>
      <Button
        label="ra.action.export"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <DownloadIcon />
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void told(exportAs('xlsx'))}>{text('export.xlsx')}</MenuItem>
        <MenuItem onClick={() => void told(exportAs('csv'))}>{text('export.csv')}</MenuItem>
        {files.length > 0 && <Divider />}
        {files.length > 0 && <ListSubheader role="presentation">{text('export.files')}</ListSubheader>}
        {files.map((file) => (
          <MenuItem key={file.id} disabled={file.state !== 'ready'} onClick={() => void told(download(file))}>
            {file.file_name}
            {file.state === 'working' &&
              ` · ${text('export.progress', { percent: Math.floor((100 * file.done) / Math.max(file.rows, 1)) })}`}
            {file.state === 'failed' && ` · ${translate('office.export.failed')}`}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** One that a job makes: a short one is not kept. */
const isLong = ({ state, size_bytes }: ExportRecord) => state !== 'ready' || size_bytes !== null;
