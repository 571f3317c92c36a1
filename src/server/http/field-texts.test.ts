/** What a form says before it sends is, to the letter, what the call would have answered. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { buildUser } from '../../../test/build.ts';
import { type FieldProblem, fieldText } from '../../contract/messages.ts';
import { rules } from '../../contract/rules.ts';

const api = await openTestApi();

/** The rule's text in a language. */
const textOf = (field: string, problem: FieldProblem | null, locale: 'ko' | 'en') =>
  problem && fieldText(field, problem.message, locale, problem.values);

test.each(['ko', 'en'] as const)('a call says what the form would have, in %s', async (locale) => {
  const { token } = await buildUser(api.db);
  const said = async (url: string, body: Record<string, unknown>, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await api.app.inject({
      method,
      url,
      payload: body,
      headers: { 'x-locale': locale, authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(422);
    const { errors } = answer.json<{ errors: Record<string, string[]> }>();
    return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[0]]));
  };
  const saying = (problems: Record<string, FieldProblem | null>) =>
    Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, textOf(field, problem, locale)]),
    );

  const entries = [
    { username: '', email: '', password: '' },
    { username: 'ab', email: 'nowhere', password: 'short', phone: '+12' },
    { username: 'a b c', email: 'a@b', password: '1234567', phone: '01012345678' },
  ];
  for (const { phone, ...body } of entries) {
    expect(await said('/api/signup', { ...body, ...(phone ? { phone } : {}), terms: false })).toEqual(
      saying({
        username: rules.username(body.username),
        email: rules.email(body.email),
        password: rules.new_password(body.password),
        ...(phone ? { phone: rules.phone(phone) } : {}),
        terms: rules.accepted(false),
      }),
    );
  }
  expect(await said('/api/login', { username: '', password: '' })).toEqual(
    saying({ username: rules.required(''), password: rules.required('') }),
  );
  for (const code of ['', '123', '12345a'])
    expect(await said('/api/account/identity/verify', { code })).toEqual(
      saying({ code: rules.digits(code, 6) }),
    );
  for (const pin of ['', '12', '12ab'])
    expect(await said('/api/account/parent-pin', { pin, password: '' }, 'PUT')).toEqual(
      saying({ pin: rules.digits(pin, 4), password: rules.required('') }),
    );
  expect(
    await said('/api/password/reset', { token: '-', password: 'a fine one', password_confirmation: 'x' }),
  ).toEqual(saying({ password_confirmation: rules.confirmed('x', 'a fine one') }));
  const inquiry = { id: crypto.randomUUID(), type: '', title: '', body: '' };
  expect(await said('/api/account/inquiries', inquiry)).toEqual(
    saying({ type: rules.required(''), title: rules.required(''), body: rules.required('') }),
  );
  expect(await said('/api/account/profiles', { name: '', is_kid: true })).toEqual(
    saying({ name: rules.required('') }),
  );
  const typed = 'WDJA-MJHT';
  expect(Object.values(await said(`/api/account/activations/${typed}/approve`, {}))).toEqual([
    textOf('code', rules.user_code(typed), locale),
  ]);
});
