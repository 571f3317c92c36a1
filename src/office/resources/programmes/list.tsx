import {
  type Column,
  choiceColumn,
  imageColumn,
  instantColumn,
  nameColumn,
  numberColumn,
  plainNumberColumn,
  premiumColumn,
  publicationColumn,
  ratingColumn,
  referenceColumn,
  textColumn,
} from '../../kit/columns.tsx';
import { ChoiceFilter, RecordFilter, SearchFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import type { RecordOf } from '../../names.ts';

type Programme = RecordOf<'programmes'>;

const columns: Column<Programme>[] = [
  imageColumn('portrait', { width: 160, ratio: 2 / 3 }, (programme) => ({
    ko: programme.title_ko,
    en: programme.title_en,
  })),
  nameColumn('title_ko'),
  textColumn('title_en'),
  choiceColumn(
    'kind',
    (kind) => (kind === 'series' ? { text: 'kind.series' } : { text: 'kind.movie', tone: 'sky' }),
    {
      sort: false,
    },
  ),
  referenceColumn('category_id', 'categories', { from: 'sm' }),
  ratingColumn({ from: 'md' }),
  premiumColumn({ from: 'sm' }),
  publicationColumn(),
  numberColumn('episode_count', { sort: false, from: 'lg' }),
  plainNumberColumn('release_year', { from: 'xl' }),
  instantColumn('updated_at', { from: 'lg' }),
];

/** Every series and movie. */
export function ProgrammeList() {
  return (
    <ListPage<Programme>
      columns={columns}
      sort={{ field: 'updated_at', order: 'DESC' }}
      filters={[
        <SearchFilter key="q" source="q" alwaysOn />,
        <ChoiceFilter
          key="kind"
          source="kind"
          alwaysOn
          choices={[
            { id: 'series', text: 'kind.series' },
            { id: 'movie', text: 'kind.movie' },
          ]}
        />,
        <RecordFilter key="category_id" source="category_id" resource="categories" alwaysOn />,
        <ChoiceFilter
          key="published"
          source="published"
          alwaysOn
          choices={[
            { id: 'true', text: 'chip.published' },
            { id: 'false', text: 'chip.hidden' },
          ]}
        />,
        <ChoiceFilter
          key="premium"
          source="premium"
          alwaysOn
          choices={[
            { id: 'true', text: 'chip.premium' },
            { id: 'false', text: 'chip.free' },
          ]}
        />,
      ]}
    />
  );
}
