import { expect, test } from 'vitest';
import { fieldText } from './messages.ts';
import { pageSlugProblem, rules } from './rules.ts';

const say = (field: string, problem: ReturnType<typeof rules.required>) =>
  problem &&
  (['ko', 'en'] as const).map((locale) => fieldText(field, problem.message, locale, problem.values));

test.each([
  ['name', rules.required(''), '이 칸의 입력은 필수입니다.', 'Name is required.'],
  ['email', rules.email(''), '이 칸의 입력은 필수입니다.', 'Email is required.'],
  [
    'email',
    rules.email('a@b'),
    '이메일 주소 형식이 올바르지 않습니다.',
    'Email is not a valid email address.',
  ],
  ['username', rules.username(' '), '이 칸의 입력은 필수입니다.', 'Username is required.'],
  ['username', rules.username('가나'), '3자 이상 입력해 주세요.', 'Username must be at least 3 characters.'],
  ['username', rules.username('a b c'), '형식이 올바르지 않아요.', 'Username format is not right.'],
  [
    'password',
    rules.new_password('short'),
    '8자 이상 입력해 주세요.',
    'Password must be at least 8 characters.',
  ],
  [
    'password_confirmation',
    rules.confirmed('one', 'other'),
    '두 번 입력한 내용이 서로 달라요.',
    'Password confirmation does not match.',
  ],
  [
    'slug',
    rules.slug('Not-a--slug'),
    '영어 소문자, 숫자, 하이픈(-)만 쓸 수 있어요.',
    'Slug may only contain lowercase letters, digits and single hyphens.',
  ],
  [
    'slug',
    pageSlugProblem('Not-a--slug'),
    '영어 소문자, 숫자, 하이픈(-)만 쓸 수 있어요.',
    'Slug may only contain lowercase letters, digits and single hyphens.',
  ],
  [
    'slug',
    pageSlugProblem('plans'),
    '서비스에서 쓰고 있는 주소예요. 다른 주소를 입력해 주세요.',
    'The service uses this address itself. Please choose another.',
  ],
  [
    'name_en',
    rules.max_text('three', 4),
    '4자까지 입력할 수 있어요.',
    'Name (English) must not be longer than 4 characters.',
  ],
  [
    'password',
    rules.min_text('short', 12),
    '12자 이상 입력해 주세요.',
    'Password must be at least 12 characters.',
  ],
  ['terms', rules.accepted(false), '동의해야 계속할 수 있어요.', 'You need to accept the terms to continue.'],
  ['pin', rules.digits('12a4', 4), '숫자 4자리로 입력해 주세요.', 'PIN must be 4 digits.'],
  ['code', rules.digits('123', 6), '숫자 6자리로 입력해 주세요.', 'Code must be 6 digits.'],
  [
    'phone',
    rules.phone('+1213555'),
    '쓸 수 없는 전화번호예요. 다시 확인해 주세요.',
    'That phone number cannot be used. Please check it.',
  ],
  [
    'code',
    rules.user_code('WDJA-MJHT'),
    'TV에 보이는 영문 여덟 자를 입력해 주세요.',
    'Enter the eight letters on your TV.',
  ],
  [
    'password',
    rules.reauthentication(false),
    '계정 비밀번호나 보호자 PIN으로 확인해 주세요.',
    'Please confirm with the account password or the parent PIN.',
  ],
  [
    'attachment_ids',
    rules.max_items(6, 5),
    '최대 5개까지 넣을 수 있어요.',
    'Attachments must not have more than 5 items.',
  ],
])('%s of a form says what is wrong in both languages', (field, problem, ko, en) => {
  expect(say(field, problem)).toEqual([ko, en]);
});

test('what is fine is left alone', () => {
  const fine = [
    rules.required('0'),
    rules.email('a@b.c'),
    rules.username('  별빛🐯  '),
    rules.new_password('12345678'),
    rules.confirmed('', ''),
    rules.accepted(true),
    rules.digits('0042', 4),
    rules.phone('+821012345678'),
    rules.user_code('WDJB-MJHT'),
    rules.reauthentication(true),
    rules.max_items(5, 5),
    pageSlugProblem('terms-of-use'),
  ];
  expect(fine).toEqual(fine.map(() => null));
});

test('a television’s code has letters only that cannot be mistaken', () => {
  for (const code of ['WDJBMJHT', 'WDJB-MJH', 'WDJA-MJHT', 'WDJ0-MJHT'])
    expect(rules.user_code(code)?.message, code).toBe('user_code');
});
