import { useGetManyAggregate } from 'react-admin';
import type { Locale } from '../../contract/errors.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { inLocale } from '../i18n/locale.ts';
import type { OfficeResource } from '../names.ts';
import { useMay } from './access.ts';

/** A record's name in a language: its title, name or file name; for a question that, for a message its subject, for scroll news its line. */
export function recordName(record: object, locale: Locale): string {
  const facts = record as Record<string, string | null | undefined>;
  // Of a payment it is a text; a season without a name is called by its number.
  const number: unknown = facts.number;
  const season = locale === 'ko' ? `시즌 ${number}` : `Season ${number}`;
  return (
    inLocale(locale, facts.title_ko, facts.title_en) ||
    inLocale(locale, facts.name_ko, facts.name_en) ||
    inLocale(locale, facts.question_ko, facts.question_en) ||
    inLocale(locale, facts.text_ko, facts.text_en) ||
    facts.title ||
    (typeof number === 'string' && number) ||
    facts.subject ||
    facts.file_name ||
    facts.name ||
    facts.label ||
    facts.username ||
    (typeof number === 'number' ? season : '')
  );
}

/** The name of another record; react-admin gathers many of these into one call. */
export function ReferenceName({ resource, id }: { resource: OfficeResource; id: string }) {
  const locale = useOfficeLocale();
  const mayRead = useMay('read', resource);
  const { data } = useGetManyAggregate(resource, { ids: [id] }, { enabled: mayRead });
  const record: object | undefined = data?.[0];
  return <>{record ? recordName(record, locale) : ''}</>;
}

/** So many names stand in a cell; of more it says how many. */
const namesShown = 3;

/** The names of several records in a cell. */
export function ReferenceNames({ resource, ids }: { resource: OfficeResource; ids: readonly string[] }) {
  return (
    <>
      {ids.slice(0, namesShown).map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <ReferenceName resource={resource} id={id} />
        </span>
      ))}
      {ids.length > namesShown && ` +${ids.length - namesShown}`}
    </>
  );
}
