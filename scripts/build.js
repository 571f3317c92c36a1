/** `node scripts/build.js [server] [viewer] [renderer] [office]`: builds into `dist`, and compresses what browsers load. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './prepare.js';

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : ['server', 'viewer', 'renderer', 'office']) {
  const configFile = join(root, `vite.${name}.config.ts`);
  if (!existsSync(configFile)) continue;
  process.env.NODE_ENV = 'production';
  await build({ configFile, root: undefined, logLevel: 'warn' });
  if (name === 'viewer' || name === 'office') compress(join(root, 'dist', name));
}

/** Writes `.br` and `.gz` beside every text file. @param {string} folder */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) compress(path);
    else if (/\.(js|css|html|svg|json|webmanifest|map)$/.test(name) && statSync(path).size > 1024) {
      const bytes = readFileSync(path);
      const quality = bytes.length > 1_000_000 ? 9 : 11;
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      );
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}
