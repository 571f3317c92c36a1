/** The list as a file that Excel opens with its Korean intact: NFC, UTF-8 with a mark, no cell that runs as a formula. */
import { downloadCSV, type Exporter, type RaRecord } from 'react-admin';
import { csvCell, csvMark } from '../../contract/csv.ts';
import type { OfficeResource } from '../names.ts';
import type { Column, ColumnContext } from './columns.tsx';
import { recordName } from './reference-name.tsx';

/** The whole file. */
export function csvOf<R>(
  records: readonly R[],
  columns: readonly Column<R>[],
  label: (source: string) => string,
  context: ColumnContext,
): string {
  const written = columns.filter((column) => column.csv);
  const lines = [
    written.map((column) => csvCell(label(column.source))),
    ...records.map((record) => written.map((column) => csvCell(column.csv?.(record, context) ?? ''))),
  ];
  return `${csvMark}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** The exporter of a list with these columns. */
export function makeExporter<R extends RaRecord>(
  columns: readonly Column<R>[],
  label: (source: string) => string,
  base: Pick<ColumnContext, 'locale' | 'text'>,
  fileName: string,
): Exporter<R> {
  return async (records, _fetchRelated, dataProvider) => {
    const names = new Map<string, string>();
    const wanted = new Map<OfficeResource, Set<string>>();
    for (const { reference } of columns) {
      if (!reference) continue;
      const ids = wanted.get(reference.resource) ?? new Set<string>();
      for (const record of records) for (const id of reference.ids(record)) if (id) ids.add(id);
      wanted.set(reference.resource, ids);
    }
    for (const [resource, ids] of wanted) {
      if (ids.size === 0) continue;
      const { data } = await dataProvider.getMany<RaRecord>(resource, { ids: [...ids] });
      for (const record of data) names.set(`${resource} ${record.id}`, recordName(record, base.locale));
    }
    const context = {
      ...base,
      nameOf: (resource: OfficeResource, id: string) => names.get(`${resource} ${id}`) ?? '',
    };
    downloadCSV(csvOf(records, columns, label, context), fileName);
  };
}
