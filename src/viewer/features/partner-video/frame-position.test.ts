import { expect, test } from 'vitest';
import { readFrameMessage } from './frame-position.ts';

test.each([
  [
    '{"event":"initialDelivery","info":{"currentTime":0,"duration":212.4,"playerState":-1,"volume":100},"channel":"widget","id":1}',
    { seconds: 0, state: -1 },
  ],
  [
    '{"event":"infoDelivery","info":{"currentTime":12.25,"videoLoadedFraction":0.3},"channel":"widget","id":1}',
    { seconds: 12.25 },
  ],
  ['{"event":"infoDelivery","info":{"playerState":2},"channel":"widget","id":1}', { state: 2 }],
  ['{"event":"onReady","info":null,"channel":"widget","id":1}', {}],
  ['{"event":"onStateChange","info":1,"channel":"widget","id":1}', {}],
  ['{"event":"infoDelivery","info":{"currentTime":"12","playerState":"1"}}', {}],
  ['{"event":"infoDelivery","info":{"currentTime":-3}}', {}],
])('of %s of the partner’s player is read what changed', (data, saying) => {
  expect(readFrameMessage(data)).toEqual(saying);
});

test.each([
  ['no json'],
  ['null'],
  ['{"info":{"currentTime":3}}'],
  ['3'],
  [{ event: 'infoDelivery' }],
  [undefined],
])('%j is none of its messages', (data) => {
  expect(readFrameMessage(data)).toBeUndefined();
});
