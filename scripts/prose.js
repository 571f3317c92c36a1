/** The rules of plain English for comments, Markdown and commit subjects. `check-prose.js` applies them to the repository. */

/** @typedef {{ rule: string, line: number, text: string, advice: string }} Finding */

/** Patterns of sentences that a reader has to decode: [rule, pattern, advice]. @type {[string, RegExp, string][]} */
const sentenceRules = [
  [
    'opens-with-what',
    /^(What|Whatever|Whose|Whoever|Who|Of (what|whom|a|an|the|those|all|several|one|somebody)|As (much|far|many)|So (much|that) )\b/,
    'Begin with the noun: charge, balance, result, payer.',
  ],
  [
    'everyman',
    /\b([Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody|[Ww]hoever|[Ww]homever|[Ss]omeone else's|[Ss]omebody else's)\b/,
    'Name the role: viewer, payer, recipient, staff member, caller, attacker.',
  ],
  [
    'what-clause',
    /\b(what (is|was|are|were|has|had|became|becomes|somebody|it|they|he|staff|people|comes|came|goes|stands|follows|belongs|remains|may|can|of))\b/i,
    'Use the noun instead of a clause with "what".',
  ],
  [
    'contrast-with-past',
    /; (it|they|that|which|these|there|he|she) (said|was|were|did|stayed|stood|had|took|came|failed|could)\b/,
    'Describe the present behavior only. Git has the old one.',
  ],
  [
    'riddle-verb',
    /\b(is|are|was|were|be|been) (told|said|asked|held|let|given back|taken back|taken over|taken on|gone on|begun|made up for|of those|of which)\b/,
    'Use the operation: notified, shown, requested, refunded, undone, renewed, started.',
  ],
];
const maxWords = 32;
const minCharacters = 12;

const subjectVerbs = new Set(
  `Add Adjust Align Allow Apply Avoid Batch Bind Block Bound Bump Cache Cap Catch Change Check Clarify Clean Collect Combine
  Compare Compress Compute Configure Consolidate Convert Copy Correct Count Cover Cut Debounce Declare Decouple Deduplicate Defer
  Delete Derive Describe Detect Disable Document Drop Emit Enable Encrypt Enforce Ensure Escape Exclude Expire Expose Extend Extract
  Fail Fetch Filter Fix Flatten Format Generate Grant Group Guard Handle Harden Hide Ignore Implement Import Improve Include Increase
  Index Inject Inline Insert Install Introduce Invalidate Isolate Keep Limit Link List Load Lock Log Lower Map Mark Mask Measure Merge
  Migrate Mock Move Name Narrow Normalise Normalize Notify Omit Open Optimise Optimize Order Organise Organize Package Parallelise
  Parallelize Parse Partition Pass Pin Place Poll Port Preload Present Preserve Prevent Print Process Publish Query Queue Raise Read
  Rebuild Record Redirect Reduce Refactor Refresh Refund Refuse Register Reject Release Remove Rename Render Renew Reorder Repair
  Replace Report Require Reset Resize Resolve Restore Restrict Retry Return Reuse Revert Rewrite Rotate Round Route Run Sanitise
  Sanitize Save Schedule Scope Search Seed Select Send Separate Serve Set Share Shorten Show Sign Simplify Skip Sort Specify Speed
  Split Squash Standardise Standardize Start Stop Store Stream Support Swap Switch Sync Test Tidy Track Translate Trim Turn Unify
  Update Upgrade Use Validate Verify Warn Widen Wrap Write`.split(/\s+/),
);
const maxSubject = 72;

const readable = /\.(ts|tsx|js|mjs|css|sql|md)$/;
const skipped = /(^|\/)(node_modules|dist|db\/migrations\/meta)\//;

/** Whether the rules apply to a file. @param {string} file */
export const isProse = (file) => readable.test(file) && !skipped.test(file);

/** Findings in the comments of a source file, or in the text of a Markdown file. @param {string} file @param {string} source */
export function proseFindings(file, source) {
  const blocks = file.endsWith('.md') ? paragraphsOf(source) : commentsOf(file, source);
  return blocks.flatMap(([line, text]) => sentencesOf(text).flatMap((sentence) => check(line, sentence)));
}

/** Findings in the subject of a commit. @param {string} subject @returns {Finding[]} */
export function subjectFindings(subject) {
  /** @type {Finding[]} */
  const found = [];
  const add = (/** @type {string} */ rule, /** @type {string} */ advice) =>
    found.push({ rule, line: 0, text: subject, advice });
  if (subject.length > maxSubject)
    add('subject-length', `${subject.length} characters. At most ${maxSubject}.`);
  if (!subjectVerbs.has(subject.split(' ')[0] ?? ''))
    add('subject-verb', 'Begin with a plain imperative verb: Add, Fix, Remove, Rename, Split, Show, Reject.');
  if (/\b(somebody|nobody|whoever|what (is|was|are|were))\b/i.test(subject))
    add('subject-riddle', 'Name the thing and the role.');
  return found;
}

/** @param {string} text */
const sentencesOf = (text) => text.split(/(?<=[.!?])\s+(?=[A-Z"'`(])/).map((sentence) => sentence.trim());

/** @param {number} line @param {string} sentence @returns {Finding[]} */
function check(line, sentence) {
  if (sentence.length < minCharacters) return [];
  const words = sentence.replace(/`[^`]*`/g, 'x').split(/\s+/).length;
  const long = words > maxWords;
  return [
    ...(long
      ? [{ rule: 'long-sentence', line, text: sentence, advice: `${words} words. One fact a sentence.` }]
      : []),
    ...sentenceRules.flatMap(([rule, pattern, advice]) =>
      pattern.test(sentence) ? [{ rule, line, text: sentence, advice }] : [],
    ),
  ];
}

/** Comments with the line where each starts; consecutive line comments are one. @param {string} file @param {string} source */
function commentsOf(file, source) {
  /** @type {[line: number, text: string][]} */
  const blocks = [];
  const isSql = file.endsWith('.sql');
  const lineComment = isSql ? /^\s*--\s?(.*)$/ : /^\s*\/\/\s?(.*)$/;
  /** @type {{ start: number, texts: string[], isBlock: boolean } | undefined} */
  let open;
  const close = () => {
    if (open) blocks.push([open.start, open.texts.join(' ').trim()]);
    open = undefined;
  };
  for (const [index, line] of source.split('\n').entries()) {
    if (open?.isBlock) {
      const end = line.indexOf('*/');
      open.texts.push((end < 0 ? line : line.slice(0, end)).replace(/^\s*\*\s?/, ''));
      if (end >= 0) close();
      continue;
    }
    const single = lineComment.exec(line);
    if (single) {
      open ??= { start: index + 1, texts: [], isBlock: false };
      open.texts.push(single[1] ?? '');
      continue;
    }
    close();
    const at = isSql ? -1 : line.search(/(^|\s|\{)\/\*\*?(\s|$)/);
    if (at < 0) continue;
    const from = line.indexOf('/*', at);
    const end = line.indexOf('*/', from);
    const text = line.slice(from, end < 0 ? undefined : end).replace(/^\/\*+\s*/, '');
    open = { start: index + 1, texts: [text], isBlock: end < 0 };
    if (end >= 0) close();
  }
  close();
  return blocks;
}

/** Lines of prose and long cells of tables, without code blocks and headings. @param {string} source */
function paragraphsOf(source) {
  /** @type {[line: number, text: string][]} */
  const blocks = [];
  let isCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(```|#|<|!\[)/.test(line) || /^\s*\|[\s:|-]+\|\s*$/.test(line)) continue;
    const texts = /^\s*\|/.test(line)
      ? line.split('|').filter((cell) => cell.trim().split(/\s+/).length > 6)
      : [line];
    for (const text of texts) {
      const clean = text
        .trim()
        .replace(/^([-*]|\d+\.)\s+/, '')
        .replaceAll('**', '');
      if (clean) blocks.push([index + 1, clean]);
    }
  }
  return blocks;
}
