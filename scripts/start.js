/** `npm start`: installs and builds missing parts, then runs the service in this process. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApps, installPackages, requireNode, root } from './prepare.js';

requireNode();
process.chdir(root);
await installPackages();
await buildApps();
process.env.NODE_ENV ??= 'production';
// The AWS SDK warns of Node versions that its later releases will not support. The installed release supports this one.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const server = join(root, 'dist/server/main.js');
if (!existsSync(server)) throw new Error('dist/server/main.js is missing after the build');
const { main } = await import(pathToFileURL(server).href);
await main();
