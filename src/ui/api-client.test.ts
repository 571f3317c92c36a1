import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  type ApiRequest,
  type ApiResponse,
  browserFetch,
  makeApi,
  requestOf,
} from './api-client.ts';

function clientAnswering(response: ApiResponse, token: string | null = 'abc') {
  const sent: ApiRequest[] = [];
  const signedOut: string[] = [];
  const api = makeApi({
    fetchJson: async (request) => {
      sent.push(request);
      return response;
    },
    locale: () => 'ko',
    token: () => token,
    onSignedOut: (old) => signedOut.push(old),
  });
  return { api, sent, signedOut };
}

describe('the typed client', () => {
  it('fills parameters in and leaves undefined query values out', () => {
    expect(
      requestOf('DELETE /api/my-list/{id}', { id: 'a b' }, { profile_id: 'p', page: undefined }),
    ).toEqual({
      method: 'DELETE',
      path: '/api/my-list/a%20b?profile_id=p',
    });
  });

  it('sends language, marker and token, and a body as JSON', async () => {
    const { api, sent } = clientAnswering({ status: 200, json: { data: { ok: true } } });
    await api('POST /api/set-locale', { body: { lang: 'en' } });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/api/set-locale',
      body: '{"lang":"en"}',
      headers: {
        'X-Locale': 'ko',
        'X-Requested-With': 'XMLHttpRequest',
        Authorization: 'Bearer abc',
        'Content-Type': 'application/json',
      },
    });
  });

  it('calls as somebody else, or nobody, when told to', async () => {
    const { api, sent } = clientAnswering({ status: 200, json: { data: { ok: true } } });
    await api('POST /api/user/logout', { token: 'other' });
    await api('POST /api/set-locale', { body: { lang: 'en' }, token: null });
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer other', undefined]);
  });

  it('throws what the server said', async () => {
    const { api } = clientAnswering({
      status: 422,
      json: { message: '확인해 주세요.', code: 'invalid', errors: { username: ['필요해요.'] } },
    });
    const error = await api('GET /api/user').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'invalid', errors: { username: ['필요해요.'] } });
  });

  it('tells of a token that no longer counts, and not of a guest who was refused', async () => {
    const refused = { status: 401, json: { message: '', code: 'login_required' } };
    const user = clientAnswering(refused);
    await user.api('GET /api/user').catch(() => undefined);
    expect(user.signedOut).toEqual(['abc']);
    const guest = clientAnswering(refused, null);
    await guest.api('GET /api/user').catch(() => undefined);
    expect(guest.signedOut).toEqual([]);
  });
});

describe('the transport', () => {
  it('takes a body that is cut off for no answer', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"data":', () => response.destroy());
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const error = await browserFetch({
      method: 'GET',
      path: `http://127.0.0.1:${port}/`,
      headers: {},
    }).catch((caught: unknown) => caught);
    server.close();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: 'network' });
  });
});
