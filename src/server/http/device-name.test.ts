import { expect, test } from 'vitest';
import { deviceName, televisionName } from './device-name.ts';

const mozilla = 'Mozilla/5.0 (';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla}Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [
    `${mozilla}Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    'Edge · Windows',
  ],
  [
    `${mozilla}Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Whale/4.28.0 Safari/537.36`,
    'Whale · Windows',
  ],
  [`${mozilla}Macintosh; Intel Mac OS X 14.6; rv:131.0) Gecko/20100101 Firefox/131.0`, 'Firefox · Mac'],
  [
    `${mozilla}iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari · iPhone',
  ],
  [
    `${mozilla}iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Mobile/15E148 Safari/604.1`,
    'Chrome · iPad',
  ],
  [
    `${mozilla}Linux; Android 14; SM-S928N) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet · Android',
  ],
  [`${mozilla}Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36`, 'Chrome · LG TV'],
  [
    `${mozilla}SMART-TV; LINUX; Tizen 7.0) ${webkit} 94.0.4606.31/7.0 TV Safari/537.36`,
    'Safari · Samsung TV',
  ],
  ['okhttp/4.12', ''],
  ['', ''],
  ['<script>alert(1)</script>', ''],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.each([
  [`${mozilla}Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36`, 'Chrome · LG TV'],
  [`${mozilla}X11; Linux armv7l) ${webkit} Chrome/87.0.4280.88 Safari/537.36`, 'Chrome · TV'],
  ['<script>alert(1)</script>', 'TV'],
])('as a television, %s is %s', (userAgent, name) => {
  expect(televisionName(userAgent)).toBe(name);
});
