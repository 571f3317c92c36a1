/** The least a server of one database row can do: reads it by primary key with a prepared statement, answers JSON. Argument: database URL. */
import { createServer } from 'node:http';
import pg from 'pg';

/** The service's own default, `MARU_DATABASE_POOL`. */
const connections = 10;
const pool = new pg.Pool({ connectionString: process.argv[2] as string, max: connections });
const { rows } = await pool.query<{ id: string }>('select id from catalog_programmes limit 1');
const id = rows[0]?.id;
if (!id) throw new Error('catalog_programmes has no row to read');
const statement = {
  name: 'row',
  text: 'select id, slug, title_ko, title_en, release_year from catalog_programmes where id = $1',
  values: [id],
};
const server = createServer(async (_request, response) => {
  const result = await pool.query(statement);
  const body = JSON.stringify(result.rows[0]);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(JSON.stringify({ port: address.port }));
});
