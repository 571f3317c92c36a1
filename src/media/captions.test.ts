import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { readCaptions } from './captions.ts';

const stored = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../test/cases/captions', name), 'utf8');

/** The cues of each track, as another project's parser reads them. */
function tracksOf(text: string) {
  const read = readCaptions(text);
  if (!read.ok) throw new Error(`${read.problem} in line ${read.line}`);
  const tracks = read.tracks.map(({ language, vtt, cues: count }) => {
    const tree = new WebVTTParser().parse(vtt, 'subtitles/captions/descriptions');
    expect(tree.errors).toEqual([]);
    expect(tree.cues).toHaveLength(count);
    return { language, cues: tree.cues };
  });
  return { tracks, ignored: read.ignored };
}
const cuesOf = (text: string) => tracksOf(text).tracks[0]?.cues ?? [];
const textsOf = (text: string) => cuesOf(text).map((cue) => cue.text);
const ignoredOf = (text: string) => tracksOf(text).ignored;
const cue = (n: number, text: string) => `${n}\n00:00:0${n},000 --> 00:00:0${n + 1},000\n${text}\n`;

test('are read in time that grows with their length, whatever they are made of', () => {
  // A time that grew with its square would be hours, and the test's own limit would end it.
  const parts = [
    '{\\',
    '{',
    '<font',
    '</font',
    '<',
    '&#1',
    '&a',
    '&',
    '-->',
    ' ',
    '1:1->',
    '<sync start=1>',
    '<p class=',
  ];
  for (const part of parts) {
    const line = part.repeat(60_000 / part.length);
    readCaptions(`00:00:01,000 --> 00:00:02,000\n${line}\n`);
    readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`);
    readCaptions(line);
    readCaptions(`<sami><body>${line}`);
    readCaptions(`<sami>.a{${line}`);
  }
  readCaptions(`<sami><body>${'<sync start=1><p class=a>x'.repeat(3000)}`);
  readCaptions(cue(1, 'a').repeat(3000));
});

describe('SubRip', () => {
  test('becomes WebVTT, in order of time', () => {
    const cues = cuesOf(
      '\uFEFF1\r\n00:00:05,500 --> 00:00:07,000\r\n<font color="red">둘</font>\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000 X1:1\r\n<i>하나</i> & 둘 < 셋\r\n',
    );
    expect(cues.map(({ startTime, text }) => [startTime, text])).toEqual([
      [1, '<i>하나</i> &amp; 둘 &lt; 셋'],
      [5.5, '둘'],
    ]);
  });
  test('keeps the text after an empty line, until the next number and times', () => {
    expect(textsOf(stored('08-blankline.srt'))).toEqual(['첫 줄\n셋째 줄', '둘']);
    expect(textsOf(stored('10-emptyfirst.srt'))).toEqual(['본문', '둘']);
    // A number is text unless the times follow at once.
    expect(textsOf(`${cue(1, '비밀번호는\n\n1234\n')}\n${cue(2, 'B')}`)).toEqual(['비밀번호는\n1234', 'B']);
    expect(ignoredOf(stored('08-blankline.srt'))).toEqual([]);
  });
  test('may lack the empty line and the number', () => {
    expect(textsOf(cue(1, 'A') + cue(2, 'B'))).toEqual(['A', 'B']);
    expect(textsOf('00:00:01,000 --> 00:00:02,000\nA\n\n00:00:03,000 --> 00:00:04,000\nB')).toEqual([
      'A',
      'B',
    ]);
  });
  test('may have other arrows, and spaces in its times', () => {
    expect(textsOf(stored('24-spacesarrow.srt'))).toEqual(['안녕', '둘']);
    expect(textsOf('1\n00: 00: 01, 000 -> 00: 00: 02, 000\nA\n')).toEqual(['A']);
    expect(textsOf('1\n00:00:01,000 → 00:00:02,000\nA\n')).toEqual(['A']);
  });
  test('places a cue as SubStation Alpha does', () => {
    const placed = (tags: string) => readCaptions(cue(1, `${tags}위쪽`));
    const settingsOf = (tags: string) => {
      const read = placed(tags);
      return read.ok ? /--> \S+(.*)/.exec(read.tracks[0]?.vtt ?? '')?.[1]?.trim() : read.problem;
    };
    expect(readCaptions(stored('06-an8.srt'))).toMatchObject({
      ok: true,
      tracks: [{ vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n위쪽 자막\n' }],
    });
    expect(settingsOf('{\\an5}')).toBe('line:50%');
    expect(settingsOf('{\\an2\\fs20}')).toBe('');
    expect(settingsOf('{\\a6}')).toBe('line:0');
    expect(settingsOf('{\\an7}')).toBe('line:0 align:left position:5%');
  });
  test('has its tags and references replaced, and unknown ones dropped', () => {
    expect(textsOf(stored('19-tags.srt'))).toEqual(['<b>굵게</b> 취소 빨강 <i>기울임</i>\n다음 &lt;3']);
    expect(textsOf(cue(1, 'Q&amp;A &lt;b&gt; &#44032; &#x1F600; &nope; a &amp;lt; b → {c}'))).toEqual([
      'Q&amp;A &lt;b&gt; 가 😀 &amp;nope; a &amp;lt; b → {c}',
    ]);
  });
  test('reports the lines that no cue contains', () => {
    expect(ignoredOf(`번역: 아무개\n\n${cue(1, 'A')}\n${cue(2, '')}\n${cue(3, 'C')}`)).toEqual([1, 8]);
    expect(ignoredOf(`${cue(1, 'A')}\n2\n00:00:02,000 --> 00:00:02,000\n길이 없음\n`)).toEqual([6]);
  });
});

describe('WebVTT', () => {
  test('stays WebVTT: settings, comments and headers', () => {
    const text =
      'WEBVTT - 제목\nKind: captions\n\nNOTE a\nb\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:10% align:start\n<v 나>안녕\n하세요\n';
    const cues = cuesOf(text);
    expect(cues).toHaveLength(1);
    expect(cues[0]).toMatchObject({ startTime: 1, endTime: 2, text: '<v 나>안녕\n하세요' });
    expect(ignoredOf(text)).toEqual([]);
    expect(readCaptions(text)).toMatchObject({ tracks: [{ vtt: expect.stringContaining('color: red') }] });
  });
  test('has its references replaced', () => {
    expect(textsOf(stored('07-entities.vtt'))).toEqual(['"Hi" it\'s été… Q&amp;A 5 &gt; 3']);
    expect(textsOf('WEBVTT\n\n00:01.000 --> 00:02.000\n<s>a</s><br>b\n')).toEqual(['a\nb']);
  });
  test('ends a cue at an empty line only', () => {
    expect(textsOf(stored('41-spaceline.vtt'))).toEqual(['첫 줄\n셋째 줄']);
  });
  test('reports text outside of cues, and style sheets of other servers', () => {
    expect(ignoredOf('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\n남은 글\n')).toEqual([6]);
    expect(ignoredOf('WEBVTT\n\nSTYLE\n@import "x";\n\n00:01.000 --> 00:02.000\nA\n')).toEqual([3, 4]);
  });
});

describe('SAMI', () => {
  const head =
    '<SAMI>\n<HEAD>\n<STYLE TYPE="text/css"><!--\nP { margin: 0 }\n.KRCC {Name:Korean; lang:ko-KR; SAMIType:CC;}\n.ENCC { Name:English; lang: en-US; }\n--></STYLE>\n</HEAD>\n<BODY>\n';
  const sami = (body: string) => tracksOf(`${head}${body}</BODY>\n</SAMI>\n`);

  test('has each class in its language', () => {
    const { tracks, ignored } = sami(
      '<SYNC Start=1000><P Class=KRCC>안녕<br>하세요<P Class=ENCC>Hello &amp;\nwelcome\n<SYNC Start=2500><P Class=KRCC>&nbsp;\n<sync start="4000"><p class="ENCC">Bye</p></sync>\n',
    );
    expect(
      tracks.map(({ language, cues }) => [
        language,
        cues.map((own) => [own.startTime, own.endTime, own.text]),
      ]),
    ).toEqual([
      ['ko', [[1, 2.5, '안녕\n하세요']]],
      [
        'en',
        [
          [1, 4, 'Hello &amp; welcome'],
          [4, 9, 'Bye'],
        ],
      ],
    ]);
    expect(ignored).toEqual([]);
  });
  test('ends all classes at an instant without a class', () => {
    const { tracks } = sami('<SYNC Start=1000><P Class=KRCC>안녕\n<SYNC Start=2000>&nbsp;\n');
    expect(tracks.map(({ cues }) => cues.map(({ endTime }) => endTime))).toEqual([[2]]);
  });
  test('needs no classes, no order and no quotes', () => {
    const { tracks } = tracksOf(
      '<sami><body><sync start=3000>둘<sync start=1000>하나<sync start=2000>&nbsp;',
    );
    expect(tracks).toMatchObject([{ language: null, cues: [{ text: '하나' }, { text: '둘' }] }]);
  });
  test('reports instants that cannot be read', () => {
    expect(
      sami('<SYNC Start=1000><P Class=KRCC>안녕\n<SYNC Start=soon><P Class=KRCC>잃은 글\n').ignored,
    ).toEqual([11]);
  });
});

test('Hangul is put together', () => {
  expect(textsOf(cue(1, '한글'.normalize('NFD')))).toEqual(['한글']);
});

test.each([
  ['', 'empty', 1],
  ['이것은 자막이 아니에요', 'no_cues', 1],
  ['<SAMI><BODY></BODY></SAMI>', 'no_cues', 1],
  ['1\n00:00:01 --> 00:00:02,000\nA', 'bad_time', 2],
  ['1\n00:00:05,000 --> 00:00:02,000\nA', 'ends_before_start', 2],
  ['1\n00:99:05,000 --> 01:00:02,000\nA', 'bad_time', 2],
  ['\0\0\0', 'not_text', 1],
])('says what is wrong with %j', (text, problem, line) => {
  expect(readCaptions(text)).toEqual({ ok: false, problem, line });
});

test('a sign that opens no tag leaves the braces after it to be read', () => {
  const read = readCaptions('1\n00:00:00,100 --> 00:00:00,900\n가 <3 {\\an8}나 > 2');
  expect(read).toMatchObject({ ok: true });
  if (!read.ok) return;
  expect(read.tracks[0]?.vtt).toContain('00:00:00.100 --> 00:00:00.900 line:0\n가 &lt;3 나 &gt; 2');
});

test('whatever comes in, what comes out is valid and reads the same again', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '',
      ' ',
      '<i>',
      '</c>',
      '-->',
      '&',
      '<00:00',
      '00:00:01,000 --> 00:00:02,000',
      'STYLE',
      'WEBVTT',
    ),
    fc.constantFrom(
      '{\\an8}',
      '<SYNC Start=1>',
      '<P Class=A>',
      '&nbsp;',
      '&#10;',
      '<br>',
      '<v a-->b>',
      'NOTE',
      '\r',
    ),
  );
  const first = fc.constantFrom(
    '1\n00:00:00,100 --> 00:00:00,900\n가\n\n',
    'WEBVTT\n\n00:00.100 --> 00:00.900\n가\n\n',
    '<sami><body>',
  );
  fc.assert(
    fc.property(first, fc.array(line), (start, lines) => {
      const read = readCaptions(start + lines.join('\n'));
      if (!read.ok) return;
      for (const { vtt, cues } of read.tracks) {
        const again = readCaptions(vtt);
        expect(again).toMatchObject({ ok: true, tracks: [{ vtt, cues }], ignored: [] });
      }
    }),
  );
});
