/** What `npm start` and `npm test` both need before anything else: the packages of the lock file, and the built apps. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends with one sentence for the person at the terminal. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** @param {unknown} error */
export function explainFile(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    giveUp(`Maru cannot write to its folder ${root}. Make it writable and start again.`);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    giveUp(`There is no space left on the disk of ${root}. Free about 2 GB and start again.`);
  giveUp(`Maru could not prepare itself: ${message}`);
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  giveUp(`Maru needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

/**
 * Runs a program and shows a line that counts the seconds; its output is shown only when it fails.
 * @param {string} what @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export async function step(what, command, args, env = process.env) {
  const started = Date.now();
  const line = () => `${what}… ${Math.round((Date.now() - started) / 1000)} s`;
  process.stdout.write(process.stdout.isTTY ? line() : `${what}…\n`);
  const timer = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${line()}`), 1000)
    : undefined;
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  clearInterval(timer);
  process.stdout.write(process.stdout.isTTY ? `\r${line()}\n` : '');
  if (code !== 0) {
    if (/ENOSPC|No space left/i.test(output)) explainFile({ code: 'ENOSPC', message: '' });
    if (/EACCES|EROFS|read-only file system/i.test(output)) explainFile({ code: 'EACCES', message: '' });
    giveUp(`${what} failed:\n${output.trim().split('\n').slice(-30).join('\n')}`);
  }
  return output;
}

/** Installs the packages when they are missing or not those of the lock file. */
export async function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules/.maru-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  try {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'node_modules/.maru-installing'), '');
  } catch (error) {
    explainFile(error);
  }
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  await (npm
    ? step('Installing packages', process.execPath, [npm, ...args])
    : step('Installing packages', 'npm', args));
  writeFileSync(stamp, wanted);
}

const sources = ['src', 'demo', 'test/build.ts', 'package-lock.json', 'scripts/build.js', 'lingui.config.ts'];

function fingerprint() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    let entries;
    try {
      entries = readdirSync(full, { withFileTypes: true });
    } catch {
      hash.update(path).update(readFileSync(full));
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (/\.test\.tsx?$/.test(entry.name)) continue;
      add(`${path}/${entry.name}`);
    }
  };
  for (const path of [...sources, ...readdirSync(root).filter((name) => /^vite\..*\.ts$/.test(name))])
    add(path);
  return hash.digest('hex');
}

/** Builds viewer, office and server when their sources have changed since the last build. */
export async function buildApps() {
  const wanted = fingerprint();
  const stamp = join(root, 'dist/.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  try {
    rmSync(stamp, { force: true });
    mkdirSync(join(root, 'dist'), { recursive: true });
  } catch (error) {
    explainFile(error);
  }
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = join(root, 'scripts/build.js');
  await step('Building the server', process.execPath, [build, 'server'], env);
  await step('Building the viewer app', process.execPath, [build, 'viewer'], env);
  await step('Building the renderer', process.execPath, [build, 'renderer'], env);
  await step('Building the office app', process.execPath, [build, 'office'], env);
  writeFileSync(stamp, wanted);
}
