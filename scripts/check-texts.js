/** Every text of the viewer is in its catalogue, and every one has its English. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.js';

const files = ['ko', 'en', 'pages/ko', 'pages/en'].map((name) =>
  join(root, 'src/viewer/locales', `${name}.po`),
);
const before = files.map((file) => readFileSync(file, 'utf8'));
const run = spawnSync(join(root, 'node_modules/.bin/lingui'), ['extract', '--clean'], {
  cwd: root,
  encoding: 'utf8',
});
const after = files.map((file) => readFileSync(file, 'utf8'));
for (const [index, file] of files.entries()) writeFileSync(file, before[index] ?? '');

/** The texts of a catalogue, without the places they come from. @param {string} catalogue */
const messages = (catalogue) =>
  [...catalogue.matchAll(/^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm)].map(([, id = '', text = '']) => ({
    id: id.replaceAll(/"\n"|\n$/g, ''),
    text: text.replaceAll(/"\n"|\n$/g, ''),
  }));

/** @param {string} text */
const report = (text) => {
  console.error(text);
  wrong += 1;
};
let wrong = run.status === 0 ? 0 : 1;
if (wrong) console.error(run.stdout, run.stderr);
for (const [index, file] of files.entries()) {
  const had = new Set(messages(before[index] ?? '').map(({ id }) => id));
  const has = new Set(messages(after[index] ?? '').map(({ id }) => id));
  for (const id of has) if (!had.has(id)) report(`${file}: ${id} is missing; run npm run i18n`);
  for (const id of had) if (!has.has(id)) report(`${file}: ${id} is no longer used; run npm run i18n`);
}
for (const { id, text } of messages(`${after[0]}\n${after[2]}`)) {
  if (id !== '""' && text !== id) report(`${id} is still ${text} in Korean`);
}
// Both are loaded into one language, so a text of both has to be the same in both.
const pages = new Map(messages(after[3] ?? '').map(({ id, text }) => [id, text]));
for (const { id, text } of messages(after[1] ?? '')) {
  const other = pages.get(id);
  if (id !== '""' && other !== undefined && other !== text)
    report(`${id} is ${text} here and ${other} there`);
}
const english = messages(`${after[1]}\n${after[3]}`);
for (const { id, text } of english) if (id !== '""' && text === '""') report(`${id} has no English`);
console.log(wrong === 0 ? `${english.length} texts` : `${wrong} texts are wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
