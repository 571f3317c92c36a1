/** What a saved view finds for a custom row. */
import type { RowView } from '../../../contract/admin/catalog.ts';
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { readKeptList } from '../../resource/kept-list.ts';

/** The office's list of programmes, which views of rows are of. */
export const programmeList = ({ resources }: Pick<Context, 'resources'>) =>
  must(resources.get('programmes'), 'the list of programmes');

/** The condition and order of a row's view; undefined when it names what is no field any more. */
export const findsOf = (context: Pick<Context, 'resources'>, view: RowView) =>
  readKeptList(programmeList(context), view);
