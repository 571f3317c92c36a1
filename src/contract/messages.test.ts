import { expect, test } from 'vitest';
import { fieldText, type ValidationMessage, validationMessages } from './messages.ts';

/** The rules that the specification lists; some mean something else for numbers, text, lists and files. */
const rules =
  'accepted active_url date date_format after before email integer numeric string image file mimes dimensions unique exists in regex url confirmed same different between min max size gt lt digits alpha alpha_dash alpha_num boolean array json ip uuid required required_if required_with required_without'.split(
    ' ',
  );

test('every rule has its text in both languages, and the given Korean ones are word for word', () => {
  const names = Object.keys(validationMessages);
  const kinds = /^(.+)_(number|text|items|file)$/;
  for (const rule of rules) {
    expect(
      names.some((name) => name === rule || kinds.exec(name)?.[1] === rule),
      rule,
    ).toBe(true);
  }
  expect(validationMessages.required.ko).toBe('이 칸의 입력은 필수입니다.');
  expect(validationMessages.password.ko).toBe('비밀번호가 올바르지 않습니다.');
  expect(validationMessages.password.en).toBe('The password is incorrect.');
});

test('a text names its field and its bounds, and leaves nothing to fill in', () => {
  const bounds = { min: 2, max: 5, size: 3, value: 4, digits: 4, width: 350, height: 197, line: 3, row: 2 };
  const values = {
    ...bounds,
    date: '2026-01-01',
    format: 'YYYY-MM-DD',
    values: 'PNG',
    other: 'email',
    column: 'B',
    days: 92,
    first: '-07:00',
    second: '-08:00',
    from: '09:00',
    until: '10:00',
    title: 'News',
  };
  for (const message of Object.keys(validationMessages) as ValidationMessage[]) {
    for (const locale of ['ko', 'en'] as const)
      expect(fieldText('title', message, locale, values)).not.toMatch(/:[a-z]/);
  }
  expect(fieldText('hours.0.until', 'required', 'en')).toBe('Until is required.');
  expect(fieldText('street_address', 'max_text', 'en', { max: 5 })).toBe(
    'Street address must not be longer than 5 characters.',
  );
  expect(fieldText('phone', 'same', 'ko', { other: 'email' })).toBe('이메일 칸과 같아야 해요.');
});

test.each([
  ['language', 'Language is required.'],
  ['text', 'Caption file is required.'],
  ['programme_id', 'Program is required.'],
  ['answer', 'Answer is required.'],
  ['season_id', 'Season is required.'],
  ['episode_id', 'Episode is required.'],
  ['content_partner_id', 'Content partner is required.'],
  ['title_en', 'Title (English) is required.'],
  ['title_ko', 'Title (Korean) is required.'],
  ['line1', 'Street address is required.'],
  ['from', 'Start date is required.'],
  ['starts_at', 'Start is required.'],
  ['play_list_id', 'Playlist ID is required.'],
  // Without the unit that the form does not show.
  ['regular_price_cents', 'Regular price is required.'],
  ['rate_ppm', 'Rate is required.'],
  ['speed_seconds', 'Speed is required.'],
])('%s is called as its form or the specification calls it', (field, text) => {
  expect(fieldText(field, 'required', 'en')).toBe(text);
});

test('Korean texts carry no particle after what is filled in, whichever way it ends', () => {
  const particles = /:\w+(?:은|는|이|가|을|를|과|와|으로|로|이어야|여야|이에요|예요)(?=\s|\.|$)/;
  for (const { ko } of Object.values(validationMessages)) expect(ko).not.toMatch(particles);
});
