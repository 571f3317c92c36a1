/**
 * Writes a copy of a user's data: a ZIP file with one JSON file, a table for each section, and the files of
 * the user.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { csvCell, csvMark } from '../../../contract/csv.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { type CopySection, type DataOwner, type PersonalData, personalData } from '../../db/personal-data.ts';

/** Number of rows in memory at once. */
const rowsAtOnce = 500;

const sectionsOf = (declarations: readonly PersonalData[]): CopySection[] =>
  declarations.flatMap(({ sections = [] }) => sections);

/** Parts of a copy, as its progress counts them: each table, then the JSON. */
export const countParts = ({ registries }: Pick<Context, 'registries'>): number =>
  sectionsOf(registries.get(personalData)).length + 1;

type Row = Record<string, unknown>;

const notes: Record<Locale, (brand: string) => string> = {
  ko: (brand) => `${brand}에서 보관하고 있는 내 데이터예요.

- data.json: 모든 데이터가 한 파일에 들어 있어요. 다른 프로그램에서 읽기 좋아요.
- *.csv: 같은 데이터를 종류별로 나눈 표예요. Excel이나 Numbers에서 바로 열려요.
- attachments 폴더: 문의할 때 보낸 파일이에요.

시각은 모두 협정 세계시(UTC)예요. 비밀번호와 PIN은 저희도 알 수 없는 형태로 보관해서 들어 있지 않아요.
`,
  en: (brand) => `This is the data that ${brand} keeps about you.

- data.json: everything in one file, for other programs to read.
- *.csv: the same as tables, one for each kind of thing. They open in Excel or Numbers.
- the attachments folder: files that you sent with inquiries.

All times are in UTC. Passwords and PINs are not included: we keep them in a form that we cannot read ourselves.
`,
};

/** A section's rows, part by part. */
async function* rowsOf(
  tx: Transaction,
  section: CopySection,
  owner: DataOwner,
  cursor: string,
): AsyncGenerator<Row> {
  const name = sql.identifier(cursor);
  await tx.execute(sql`declare ${name} no scroll cursor for ${section.query(owner)}`);
  for (;;) {
    const rows = await queryRows<Row>(tx, sql`fetch ${sql.raw(String(rowsAtOnce))} from ${name}`);
    yield* rows;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close ${name}`);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return csvCell(value);
  if (value instanceof Date) return value.toISOString();
  return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

async function* csvOf(tx: Transaction, section: CopySection, owner: DataOwner): AsyncGenerator<string> {
  const columns = Object.entries(section.columns);
  const heading = columns.map(([, [ko, en]]) => csvCell(owner.locale === 'ko' ? ko : en));
  yield `${csvMark}${heading.join(',')}\r\n`;
  for await (const row of rowsOf(tx, section, owner, `csv_${section.name}`))
    yield `${columns.map(([column]) => cellOf(row[column])).join(',')}\r\n`;
}

async function* jsonOf(tx: Transaction, sections: CopySection[], owner: DataOwner): AsyncGenerator<string> {
  yield '{';
  for (const [index, section] of sections.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(section.name)}: [`;
    let separator = '\n  ';
    for await (const row of rowsOf(tx, section, owner, `json_${section.name}`)) {
      yield separator + JSON.stringify(row);
      separator = ',\n  ';
    }
    yield ']';
  }
  yield '\n}\n';
}

/**
 * Writes the copy to a file on this machine, from one snapshot of the data. `onPart` is called for every part
 * that is written.
 */
export async function writeZip(
  { db, storage, config, registries }: Context,
  owner: DataOwner,
  path: string,
  onPart: () => Promise<void>,
): Promise<void> {
  const { locale } = owner;
  const declarations = registries.get(personalData);
  const sections = sectionsOf(declarations);
  await db.transaction(
    async (tx) => {
      // The file list is read before the first part, because a transaction runs one query at a time.
      const files: { file: string; key: string }[] = [];
      for (const own of declarations)
        if (own.files) files.push(...(await queryRows<(typeof files)[0]>(tx, own.files(owner))));
      const zip = new ZipFile();
      const output = zip.outputStream as Readable;
      const written = pipeline(output, createWriteStream(path));
      // An error while a part is read destroys the output, so that no user gets an incomplete file.
      const add = (name: string, parts: () => AsyncGenerator<string>) =>
        zip.addReadStreamLazy(name, {}, (done) => {
          const stream = Readable.from(counted(parts(), onPart), { objectMode: false });
          stream.once('error', (error) => output.destroy(error));
          done(null, stream);
        });
      const note = locale === 'ko' ? '읽어 주세요.txt' : 'Read me.txt';
      zip.addBuffer(Buffer.from(csvMark + notes[locale](config.brand[locale])), note);
      for (const section of sections) add(`${section[locale]}.csv`, () => csvOf(tx, section, owner));
      add('data.json', () => jsonOf(tx, sections, owner));
      for (const { file, key } of files) {
        // A file that was deleted meanwhile is left out.
        if (!(await storage.find(key))) continue;
        zip.addReadStreamLazy(file, { compress: false }, (done) => {
          storage.open(key).then(
            (opened) => done(null, opened?.stream ?? Readable.from([])),
            (error) => done(error, Readable.from([])),
          );
        });
      }
      zip.end();
      await written;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function* counted(parts: AsyncGenerator<string>, onPart: () => Promise<void>): AsyncGenerator<string> {
  yield* parts;
  await onPart();
}
