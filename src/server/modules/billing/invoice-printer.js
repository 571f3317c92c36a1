/**
 * A thread that prints invoices as PDF. Each takes a core some tenths of a second, so it does not run beside requests. A file of
 * JavaScript, because Node starts it as it is: from the sources in tests, and as an entry of its own in the build.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import Document from 'pdfkit';

/** @typedef {import('./invoice-printing.service.ts').InvoiceDocument} InvoiceDocument */
/** @typedef {{ size?: number, isBold?: boolean, colour?: string }} Style */

// Priority is a thread's own on Linux. Elsewhere it would be the priority of the whole process.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5));

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static/alternative',
);
const [regular, bold] = await Promise.all(
  ['Regular', 'SemiBold'].map((weight) => readFile(join(fonts, `Pretendard-${weight}.ttf`))),
);

const margin = 56;
const ink = '#14181d';
const faint = '#5b6570';
const warning = '#b3261e';
const rule = '#d5dbe1';
const amountWidth = 110;

/**
 * Prints a document with its structure, for screen readers.
 *
 * @param {InvoiceDocument} own
 * @returns {Promise<Buffer>}
 */
function print(own) {
  const doc = new Document({
    size: own.page,
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    pdfVersion: '1.7',
    // The library knows it; its types do not.
    subset: /** @type {'PDF/A-3'} */ (/** @type {unknown} */ ('PDF/UA')),
    tagged: true,
    displayTitle: true,
    lang: own.locale === 'ko' ? 'ko-KR' : 'en-US',
    font: /** @type {string} */ (/** @type {unknown} */ (regular)),
    bufferPages: true,
    info: { Title: `${own.brand} ${own.kind} ${own.number}`, Author: own.brand, CreationDate: own.at },
  });
  /** @type {Buffer[]} */
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  /** @type {Promise<Buffer>} */
  const done = new Promise((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', regular);
  doc.registerFont('bold', bold);
  const left = margin;
  const right = doc.page.width - margin;
  const bottom = doc.page.height - margin;
  const root = doc.struct('Document');
  doc.addStructure(root);

  /**
   * Returns the lower edge of the written text.
   *
   * @param {string} text @param {number} x @param {number} y @param {number} width
   * @param {Style} [style] @param {'left' | 'right'} [align]
   */
  const write = (text, x, y, width, style = {}, align = 'left') => {
    doc
      .font(style.isBold ? 'bold' : 'regular')
      .fontSize(style.size ?? 10)
      .fillColor(style.colour ?? ink)
      // Amounts stand below each other, digit by digit.
      .text(text, x, y, { width, align, lineGap: 2, ...(align === 'right' && { features: ['tnum'] }) });
    return doc.y;
  };
  /** @param {string} text @param {number} width @param {Style} [style] */
  const height = (text, width, style = {}) =>
    doc
      .font(style.isBold ? 'bold' : 'regular')
      .fontSize(style.size ?? 10)
      .heightOfString(text, { width, lineGap: 2 });
  /** @param {number} y */
  const draw = (y) => {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(rule).stroke();
    doc.endMarkedContent();
  };
  /** @param {PDFKit.PDFStructureElement} parent @param {string} type @param {() => void} content */
  const place = (parent, type, content) => {
    const marked = doc.markStructureContent(type);
    content();
    doc.endMarkedContent();
    parent.add(doc.struct(type, {}, marked));
  };

  const half = (right - left) / 2;
  place(root, 'P', () => write(own.brand, left, margin, half, { size: 22, isBold: true }));
  place(root, 'H1', () => {
    const colour = own.isVoid ? warning : ink;
    write(own.kind, left + half, margin, half, { size: 22, isBold: true, colour }, 'right');
  });
  let y = margin + 48;
  draw(y);
  y += 20;

  // Seller and payer on the left, facts on the right, each after its name.
  const middle = left + (right - left) * 0.52;
  let leftY = y;
  for (const [title, lines] of own.parties) {
    if (lines.length === 0) continue;
    place(root, 'H2', () => {
      leftY = write(title, left, leftY, middle - left - 20, { size: 9, isBold: true, colour: faint }) + 2;
    });
    place(root, 'P', () => {
      leftY = write(lines.join('\n'), left, leftY, middle - left - 20) + 10;
    });
  }
  let rightY = y;
  for (const [name, value] of own.facts)
    place(root, 'P', () => {
      write(`${name} `, middle, rightY, 100, { size: 9, colour: faint });
      rightY = write(value, middle + 100, rightY, right - middle - 100) + 3;
    });
  y = Math.max(leftY - 10, rightY) + 26;

  const table = doc.struct('Table');
  root.add(table);
  const lineWidth = right - left - amountWidth;
  /** @param {number} needed */
  const nextPage = (needed) => {
    if (y + needed <= bottom) return false;
    doc.addPage();
    y = margin;
    return true;
  };
  const headingStyle = { size: 9, isBold: true, colour: faint };
  /** The headings again, on a page on which the table continues. Screen readers read them once. */
  const repeatHeadings = () => {
    const [name, amount] = own.headings;
    doc.markContent('Artifact', { type: 'Pagination' });
    write(name, left, y + 4, lineWidth, headingStyle);
    write(amount, right - amountWidth, y + 4, amountWidth, headingStyle, 'right');
    doc.endMarkedContent();
    y += height(name, lineWidth, headingStyle) + 8;
    draw(y);
  };
  /**
   * A row of two cells. `y` is below it afterwards.
   *
   * @param {'TH' | 'TD'} cell @param {[name: string, detail: string, amount: string]} texts
   * @param {Style} [style] @param {number} [gap]
   */
  const row = (cell, [name, detail, amount], style = {}, gap = 8) => {
    const small = { size: 9, colour: faint };
    const tall =
      height(name, lineWidth, style) + (detail ? height(detail, lineWidth, small) + 2 : 0) + gap * 2;
    if (nextPage(tall)) repeatHeadings();
    const element = doc.struct('TR');
    table.add(element);
    const top = y + gap;
    place(element, cell, () => {
      const below = write(name, left, top, lineWidth, style);
      if (detail) write(detail, left, below + 2, lineWidth, small);
    });
    place(element, cell, () => {
      write(amount, right - amountWidth, top, amountWidth, style, 'right');
    });
    element.end();
    y += tall;
  };
  row('TH', [own.headings[0], '', own.headings[1]], headingStyle, 4);
  draw(y);
  for (const line of own.lines) {
    row('TD', line);
    draw(y);
  }
  y += 8;
  for (const [name, amount] of own.sums) row('TD', [name, '', amount], {}, 3);
  row('TD', [own.total[0], '', own.total[1]], { size: 13, isBold: true }, 5);
  if (own.after.length > 0) {
    draw(y + 3);
    y += 8;
  }
  for (const [name, amount] of own.after) row('TD', [name, '', amount], {}, 3);
  table.end();

  y += 24;
  nextPage(20);
  place(root, 'P', () => {
    write(own.foot, left, y, right - left, { size: 9, colour: faint });
  });
  root.end();
  const { count } = doc.bufferedPageRange();
  for (let index = 0; count > 1 && index < count; index += 1) {
    doc.switchToPage(index);
    // Below the margin, where text would otherwise begin another page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const page = `${own.number} · ${index + 1} / ${count}`;
    write(page, left, bottom + 20, right - left, { size: 9, colour: faint }, 'right');
    doc.endMarkedContent();
  }
  doc.end();
  return done;
}

parentPort?.on('message', (/** @type {InvoiceDocument} */ document) => {
  const answer = (/** @type {{ bytes?: Buffer, error?: unknown }} */ own) => parentPort?.postMessage(own);
  // In a promise, so that a failure of the layout is an answer as well.
  Promise.resolve(document)
    .then(print)
    .then(
      (bytes) => answer({ bytes }),
      (error) => answer({ error }),
    );
});
