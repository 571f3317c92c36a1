/** Results of a saved view in a custom row. */
import type { RowView } from '../../../contract/admin/catalog.ts';
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { readKeptList } from '../../resource/kept-list.ts';
import { resourcesOf } from '../../resource/registry.ts';

/** The office's list of programs, to which the views of rows belong. */
export const programmeList = (context: Pick<Context, 'registries'>) =>
  must(resourcesOf(context).get('programmes'), 'the list of programmes');

/** Condition and order of a row's view. Undefined if the view uses a field that does not exist. */
export const findsOf = (context: Pick<Context, 'registries'>, view: RowView) =>
  readKeptList(programmeList(context), view);
