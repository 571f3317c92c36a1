import type { Config } from 'drizzle-kit';

/** `npx drizzle-kit generate --name <concern>` writes the next migration from the tables of the modules. */
export const config: Config = {
  dialect: 'postgresql',
  schema: [
    './src/server/modules/*/*.tables.ts',
    './src/server/jobs/*.tables.ts',
    './src/server/resource/*.tables.ts',
    './src/server/security/*.tables.ts',
    './demo/*.tables.ts',
  ],
  out: './db/migrations',
};
export default config;
