import { describe, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { writeApps } from '../../../../test/apps.ts';
import { buildProgramme, buildStaff } from '../../../../test/build.ts';
import { makeRegions } from './region.service.ts';

// Addresses of networks that have been in these countries for decades.
const korea = '211.249.220.24';
const unitedStates = '8.8.8.8';
const canada = '24.48.0.1';

const api = await openTestApi({ trustProxy: 1, rootDir: writeApps() });
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('where a request comes from', () => {
  const regions = makeRegions({
    servedCountries: ['US', 'CA'],
    homeCountry: 'CA',
    countryHeader: 'cf-ipcountry',
    trustProxy: ['10.0.0.0/8'],
  });
  const at = (ip: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
    regions.countryOf({ ip, headers, socket: { remoteAddress } });

  test.each([
    [korea, 'KR'],
    [unitedStates, 'US'],
    [`::ffff:${unitedStates}`, 'US'],
    ['2001:4860:4860::8888', 'US'],
    ['2001:dc0:1::1', 'AU'],
  ])('is read from the register: %s is %s', (ip, country) => {
    expect(at(ip)).toBe(country);
  });

  test.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.9',
    '100.64.1.1',
    'fd00::1',
    'fe80::1',
  ])('is home for a private address: %s', (ip) => expect(at(ip)).toBe('CA'));

  test('is nowhere for what is no address, and nowhere is not served', () => {
    expect(regions.isServed(at('"><script>'))).toBe(false);
    expect(regions.isServed(at('0.0.0.1'))).toBe(false);
  });

  test('is what the header of a trusted proxy says, when one is set, and of nobody else', () => {
    expect(at(korea, { 'cf-ipcountry': 'US' })).toBe('US');
    expect(at(korea, { 'cf-ipcountry': 'no country' })).toBe('KR');
    expect(at(korea, { 'cf-ipcountry': 'US' }, korea)).toBe('KR');
  });
});

describe('outside North America', () => {
  test('the calls of viewers answer 451 in the viewer’s language', async () => {
    const refused = await api.call('GET /api/categories', from(korea));
    expect(refused.status).toBe(451);
    expect(refused.body).toEqual({ message: '북미 지역에서만 이용할 수 있어요.', code: 'region_blocked' });
    const english = await api.call('POST /api/login', {
      ...from(korea),
      locale: 'en',
      body: { username: 'a', password: 'b', device: 'web' },
    });
    expect(english.status).toBe(451);
    expect(english.body.message).toBe('This service is available in North America only.');
  });

  test('an answer kept for others is not given away', async () => {
    expect((await api.call('GET /api/genres', from(unitedStates))).status).toBe(200);
    expect((await api.call('GET /api/genres', from(korea))).status).toBe(451);
  });

  test('documents lead to the page that says so, which stays open, as the office and all files do', async () => {
    const open = (url: string, address = korea) => api.app.inject({ url, ...from(address) });
    for (const url of ['/', '/view/m/anything', '/login', '/comn/notice', '/?lang=en']) {
      const { statusCode, headers } = await open(url);
      expect([statusCode, headers.location], url).toEqual([302, '/comn/region']);
      expect((await open(url, unitedStates)).statusCode, url).toBe(200);
    }
    for (const url of ['/comn/region', '/comn/region?lang=en', '/office', '/office/programmes'])
      expect((await open(url)).headers, url).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    for (const url of ['/assets/index.js', '/office/assets/index.css'])
      expect((await open(url)).statusCode, url).toBe(200);
  });

  test('staff sign in as anywhere', async () => {
    const staff = await buildStaff(api.db);
    const { status } = await api.call('POST /api/admin/login', {
      ...from(korea),
      body: { username: staff.username, password: staff.password },
    });
    expect(status).toBe(200);
    const joining = await api.call('POST /broadcasting/auth', {
      ...from(korea),
      token: staff.token,
      body: { from: 'staff', socket_id: '1.1', channel_name: 'private-office' },
    });
    expect(joining.status).toBe(200);
  });

  test('health, office and the choice of language stay open', async () => {
    const health = await api.app.inject({ url: '/health', ...from(korea) });
    expect(health.statusCode).toBe(200);
    expect((await api.call('GET /api/admin/programmes', from(korea))).status).toBe(401);
    expect((await api.call('POST /api/set-locale', { ...from(korea), body: { lang: 'en' } })).status).toBe(
      200,
    );
  });
});

test('a title of one country is shown there and nowhere else, by the same address', async () => {
  const { slug } = await buildProgramme(api.db, { regions: ['CA'] });
  const look = async (address: string) =>
    (await api.call('GET /api/program/details', { ...from(address), query: { id: slug } })).status;
  expect(await look(canada)).toBe(200);
  expect(await look(unitedStates)).toBe(404);
  expect(await look(canada)).toBe(200);
});

test('without trust in proxies their headers change nothing', async () => {
  const own = await openTestApi();
  expect((await own.call('GET /api/genres', from(korea))).status).toBe(200);
});
