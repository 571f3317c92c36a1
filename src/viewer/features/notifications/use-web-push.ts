import { useEffect, useState } from 'react';
import { useApp } from '../../context.ts';

/**
 * Web push on this device: off or on; `denied` when the browser's settings forbid it; `needs-app` on iPhones and iPads, where only
 * an app on the home screen has it; `unsupported` elsewhere.
 */
type PushState = 'unknown' | 'unsupported' | 'needs-app' | 'denied' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** iPads say that they are Macs, which have no touch screens. */
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

interface Offered {
  public_key: string;
  subscribed: boolean;
}

/** What web push is on this device, and turning it on and off. Both throw when they did not come about. */
export function useWebPush({ public_key, subscribed }: Offered) {
  const { api } = useApp();
  const [state, setState] = useState<PushState>('unknown');
  useEffect(() => {
    let left = false;
    void findState(subscribed).then((found) => left || setState(found));
    return () => {
      left = true;
    };
  }, [subscribed]);

  return {
    state,
    /** To be called from a press: browsers ask for permission only then. */
    async turnOn() {
      const permission = await Notification.requestPermission();
      if (permission !== 'granted') return setState(permission === 'denied' ? 'denied' : 'off');
      const { pushManager } = await navigator.serviceWorker.ready;
      // One that was made with another key than ours is now cannot be used.
      await (await pushManager.getSubscription())?.unsubscribe();
      const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
      const { endpoint, keys } = made.toJSON();
      await api('PUT /api/account/push-subscription', {
        body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
      });
      setState('on');
    },
    async turnOff() {
      await api('DELETE /api/account/push-subscription');
      setState('off');
      const { pushManager } = await navigator.serviceWorker.ready;
      await (await pushManager.getSubscription())?.unsubscribe();
    },
  };
}

async function findState(subscribed: boolean): Promise<PushState> {
  if (!isSupported()) return isApplePhone() ? 'needs-app' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (!subscribed) return 'off';
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off';
}
