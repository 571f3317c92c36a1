/** What browsers load from the simulator: a script with the interface of Stripe.js, and the frames that it puts on a page. */
import challenge from './browser/challenge.html?raw';
import frame from './browser/frame.html?raw';
import script from './browser/script.js?raw';

export interface GatewayPage {
  text: string;
  headers: Record<string, string>;
}

/** A frame's page may run its own script and ask the simulator, and has no origin: it can read nothing of the page around it. */
const framed = (text: string): GatewayPage => ({
  text,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src http://127.0.0.1:* http://localhost:*",
    'referrer-policy': 'no-referrer',
  },
});

const pages: Record<string, GatewayPage> = {
  '/v3/': {
    text: script,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  },
  '/v3/frame': framed(frame),
};

/** The page of an address, where there is one. */
export function pageAt(path: string): GatewayPage | undefined {
  return /^\/v3\/challenge\/\w+$/.test(path) ? framed(challenge) : pages[path];
}
