/** What a saved view finds for a custom row. */
import type { RowView } from '../../../contract/admin/catalog.ts';
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { readKeptList } from '../../resource/kept-list.ts';
import { resourcesOf } from '../../resource/registry.ts';

/** The office's list of programmes, which views of rows are of. */
export const programmeList = (context: Pick<Context, 'registries'>) =>
  must(resourcesOf(context).get('programmes'), 'the list of programmes');

/** The condition and order of a row's view; undefined when it names what is no field any more. */
export const findsOf = (context: Pick<Context, 'registries'>, view: RowView) =>
  readKeptList(programmeList(context), view);
