import { afterEach, describe, expect, test } from 'vitest';
import { openTestPushService } from '../../../../test/push-service.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../startup-error.ts';
import type { DevicePush } from './port.ts';
import { VapidWebPush } from './vapid.ts';

const secret = 'a secret of at least thirty-two letters';
const config = readConfig({ MARU_SECRET: secret, MARU_PUSH_HOSTS: '127.0.0.1' });
const push = new VapidWebPush(config);
const service = await openTestPushService();
afterEach(() => {
  service.taken.length = 0;
  service.status = 201;
  service.location = undefined;
});

const message: DevicePush = {
  payload: JSON.stringify({ title: '달빛 3화가 올라왔어요' }),
  topic: 'abcdefghijklmnopqrstuv',
  ttlSeconds: 3600,
  urgency: 'normal',
};
const newDevice = () => {
  const { endpoint, keys } = service.subscribe();
  return { endpoint, ...keys };
};

describe('web push', () => {
  test('is signed, and only the browser reads it', async () => {
    expect(await push.send(newDevice(), message)).toBe('sent');
    expect(service.taken).toMatchObject([
      {
        topic: message.topic,
        ttl: 3600,
        urgency: 'normal',
        payload: { title: '달빛 3화가 올라왔어요' },
      },
    ]);
  });

  test('says when a device is gone, and throws when the service may take it later', async () => {
    for (const status of [404, 410]) {
      service.status = status;
      expect(await push.send(newDevice(), message)).toBe('gone');
    }
    for (const status of [429, 500]) {
      service.status = status;
      await expect(push.send(newDevice(), message)).rejects.toThrow(String(status));
    }
  });

  test('is not led elsewhere by whoever answers', async () => {
    const elsewhere = newDevice();
    service.status = 307;
    service.location = elsewhere.endpoint;
    await expect(push.send(newDevice(), message)).rejects.toThrow('307');
    expect(service.taken).toHaveLength(1);
  });

  test('goes to the push services of browsers alone', () => {
    const real = new VapidWebPush(readConfig({ MARU_SECRET: secret }));
    const good = [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ];
    const bad = [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/abc',
      'https://user@fcm.googleapis.com/abc',
      'https://fcm.googleapis.com.example/abc',
      'https://examplepush.apple.com/abc',
      'https://127.0.0.1/abc',
      'http://localhost:8080/api',
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'no address',
    ];
    expect(good.filter((endpoint) => !real.accepts(endpoint))).toEqual([]);
    expect(bad.filter((endpoint) => real.accepts(endpoint))).toEqual([]);
  });

  test('has the same key on every node with one secret, or the one that is set', () => {
    const keyOf = (env: Record<string, string>) => new VapidWebPush(readConfig(env)).publicKey;
    expect(keyOf({ MARU_SECRET: secret })).toBe(push.publicKey);
    expect(keyOf({ MARU_SECRET: `${secret}!` })).not.toBe(push.publicKey);
    const own = Buffer.alloc(32, 7).toString('base64url');
    expect(keyOf({ MARU_SECRET: secret, MARU_VAPID_PRIVATE_KEY: own })).not.toBe(push.publicKey);
    expect(() => readConfig({ MARU_SECRET: secret, MARU_VAPID_PRIVATE_KEY: 'short' })).toThrow(StartupError);
  });
});
