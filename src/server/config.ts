/** The only reader of the environment. Everything that a deployment may set is here, with its default. */
import { createECDH, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import { type AddressCountry, addressCountries } from '../contract/addresses.ts';
import type { ConnectionLimits } from './http/connections.ts';
import { must } from './must.ts';
import { type BuildLimits, defaultBuildLimits } from './security/build-budget.ts';
import { StartupError } from './startup-error.ts';

export interface S3Config {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export interface HostedPushConfig {
  appId: string;
  key: string;
  secret: string;
  cluster: string;
}

/** Another service that people may sign in with, and how it knows us. */
interface IdentityClient {
  clientId: string;
  clientSecret: string;
  /** Where it stands instead of at its own addresses; nothing but a test has it elsewhere. */
  at?: string;
}

/** Apple knows us by a key: what other services are given as a secret is signed with it. */
export interface AppleClient extends Omit<IdentityClient, 'clientSecret'> {
  teamId: string;
  keyId: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
}

export interface SocialLoginConfig {
  kakao?: IdentityClient;
  naver?: IdentityClient;
  google?: IdentityClient;
  apple?: AppleClient;
  facebook?: IdentityClient;
}

export interface Config {
  /** Role of this process: answers requests, runs jobs, or both. */
  role: 'web' | 'worker' | 'all';
  /** The name of this process among all nodes, for the page of current streams. */
  nodeName: string;
  port: number;
  host: string;
  /** Folder of all stored data: the embedded database, media, work files, the generated secret. */
  dataDir: string;
  /** Folder that holds `db/migrations` and `dist`. */
  rootDir: string;
  /** An external PostgreSQL; without it the embedded one is started. */
  databaseUrl: string | undefined;
  /** Key of every signature: media addresses, push. At least 32 characters. */
  secret: string;
  /** Public app key that push clients connect with. */
  pushKey: string;
  /** The hosted push service instead of the built-in server. */
  hostedPush: HostedPushConfig | undefined;
  /**
   * Web push: the private key that signs messages (P-256, base64url), and the accepted hosts of push services. A host that
   * begins with a dot stands for everything below it.
   */
  webPush: { privateKey: string; hosts: string[] };
  /** Proxies whose X-Forwarded-* headers are believed: how many stand in a row before us, or their addresses and networks. */
  trustProxy: false | number | string[];
  /** Hosts, with a port where they have one, by which the service is reached beside that of `origin`; in lower case. */
  hosts: string[];
  /** Hosts of sources of relays that can be in a private network, with or without a port. */
  relayHosts: string[];
  /** Connections that may be open at a time, in all and from one network. */
  connections: ConnectionLimits;
  /** Building time of a node that one network or household may use for uncached answers. */
  builds: BuildLimits;
  /** Where the service is reached, without a slash at the end; by default where each request says it went. */
  origin: string | undefined;
  /** The mail server; without it mail stays in the outbox. */
  smtpUrl: string | undefined;
  /** Sender of mail; without a name, the brand in the language of the message. */
  mailFrom: { name: string | undefined; address: string };
  /** The services that people may sign in with; none has to be. */
  socialLogin: SocialLoginConfig;
  /**
   * The partner's videos: the key of the YouTube Data API, whose channels' playlists are offered to staff, and how many units a day the
   * key has.
   */
  youtube: { apiKey: string | undefined; channelIds: string[]; maxUnitsDaily: number };
  /** The card processor; without it the demo has a simulated one, and any other service takes no cards. */
  stripe: StripeConfig | undefined;
  /** Countries where viewers may use the service, ISO 3166-1 alpha-2: North America with the territories of the US. */
  servedCountries: string[];
  /** The country that private addresses count as: the machine's own network. */
  homeCountry: string;
  /** Header, in lower case, in which a trusted proxy names the country of a request. */
  countryHeader: string | undefined;
  s3: S3Config | undefined;
  /**
   * Staff who must use two-step sign-in: `administrators` (who may grant permissions), `everyone`, or none
   * (`optional`).
   */
  staffTwoStep: 'administrators' | 'everyone' | 'optional';
  /** Load the demo catalogue and accounts into an empty database. */
  demo: boolean;
  brand: { ko: string; en: string };
  /** How viewers reach the service's people, and where its apps are. */
  contact: { email: string; phone: string };
  /** Countries of billing addresses: the service sells to them. */
  billingCountries: AddressCountry[];
  /** Seller on invoices and receipts: legal name, and the lines of its address. */
  seller: { name: string; address: string[] };
  stores: { apple: string; google: string };
  /** A video that shows how a set-top box is installed. */
  installVideo: string | undefined;
  /** Day boundaries that belong to the service are taken in this zone. */
  serviceZone: string;
  billing: BillingConfig;
  /** Source of tax rates: our own rows, or Stripe Tax, which also records sales. */
  taxes: 'rates' | 'stripe';
  /** Rule for an address without a known tax: nothing is sold there, or it is sold without tax. */
  taxUnknown: 'refuse' | 'allow';
  maxStreams: number;
  /** Profiles a household may have. */
  maxProfiles: number;
  /** Whole months for which reports of ads, visits and guests’ searches are stored, and facts are read. */
  reportMonths: number;
  /** Whole months for which the event log is stored; deleted records can be restored for 30 days of them. */
  eventLogMonths: number;
  databasePoolSize: number;
  production: boolean;
  logLevel: string;
}

/** Renewals, charges and notices of subscriptions. In days, unless stated otherwise. */
export interface BillingConfig {
  /** How long a subscription is served that has not been paid for. */
  graceDays: number;
  /** When it ends, counted from the first day that was not paid. */
  endDays: number;
  /** When a card is tried again, counted from its first decline. */
  retryDays: number[];
  /** Notice before the end of a trial, before a yearly renewal, and before a higher price. */
  trialNoticeDays: number;
  yearlyNoticeDays: number;
  priceNoticeDays: number;
  /** A price that was announced later than that is not charged yet. */
  leastPriceNoticeDays: number;
  /** Cards that the worker charges simultaneously, because a card processor limits its calls. */
  chargesAtOnce: number;
  /** Years after the last invoice for which cards and addresses of erased households stay with it. */
  moneyYears: number;
}

/** The demo's internet radio, on this machine. */
export const demoRelayHost = '127.0.0.1:8079';

type Environment = Record<string, string | undefined>;

/** Reads the configuration. Throws `StartupError` naming the setting that cannot be used. */
export function readConfig(env: Environment = process.env, rootDir = process.cwd()): Config {
  const role = env.MARU_ROLE ?? 'all';
  if (role !== 'web' && role !== 'worker' && role !== 'all') {
    throw new StartupError(`MARU_ROLE is "${role}"; it can be web, worker or all.`);
  }
  const dataDir = resolve(rootDir, env.MARU_DATA_DIR ?? 'data');
  const secret = readSecret(env.MARU_SECRET, dataDir);
  const trustProxy = readTrustProxy(env.TRUST_PROXY);
  const isDemo = (env.MARU_DEMO ?? 'true') === 'true';
  return {
    role,
    nodeName: env.MARU_NODE_NAME ?? hostname(),
    port: wholeNumber('PORT', env.PORT, 8080, 0, 65_535),
    host: env.HOST ?? '0.0.0.0',
    dataDir,
    rootDir,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    secret,
    hostedPush: readHostedPush(env),
    webPush: readWebPush(env, secret),
    pushKey: env.MARU_PUSH_KEY ?? 'maru',
    trustProxy,
    hosts: readHosts('MARU_HOSTS', env.MARU_HOSTS),
    relayHosts: [...readHosts('MARU_RELAY_HOSTS', env.MARU_RELAY_HOSTS), ...(isDemo ? [demoRelayHost] : [])],
    connections: {
      max: wholeNumber('MARU_MAX_CONNECTIONS', env.MARU_MAX_CONNECTIONS, 20_000, 10, 1_000_000),
      maxPerNetwork: wholeNumber(
        'MARU_MAX_CONNECTIONS_PER_NETWORK',
        env.MARU_MAX_CONNECTIONS_PER_NETWORK,
        512,
        10,
        1_000_000,
      ),
      maxIdleMs: 180_000,
    },
    builds: defaultBuildLimits,
    origin: readOrigin(env.MARU_ORIGIN),
    ...readMail(env),
    socialLogin: readSocialLogin(env),
    youtube: readYouTube(env),
    stripe: readStripe(env),
    servedCountries: readCountries('MARU_COUNTRIES', env.MARU_COUNTRIES, 'US,CA,MX,PR,VI,GU,MP,AS'),
    homeCountry: must(readCountries('MARU_HOME_COUNTRY', env.MARU_HOME_COUNTRY, 'US')[0], 'home country'),
    countryHeader: readCountryHeader(env.MARU_COUNTRY_HEADER, trustProxy),
    s3: readS3(env),
    staffTwoStep: readTwoStep(env),
    demo: isDemo,
    brand: { ko: env.MARU_BRAND_KO ?? '마루', en: env.MARU_BRAND_EN ?? 'Maru' },
    contact: {
      email: env.MARU_SUPPORT_EMAIL ?? 'help@maru.example',
      phone: env.MARU_SUPPORT_PHONE ?? '+1-213-555-0142',
    },
    billingCountries: readBillingCountries(env.MARU_BILLING_COUNTRIES),
    seller: {
      name: env.MARU_SELLER_NAME ?? 'Maru Media, Inc.',
      address: (env.MARU_SELLER_ADDRESS ?? '3250 Wilshire Blvd, Suite 1400 | Los Angeles, CA 90010 | USA')
        .split('|')
        .map((line) => line.trim())
        .filter(Boolean),
    },
    stores: {
      apple: env.MARU_APP_STORE_URL ?? 'https://apps.apple.com/app/maru',
      google: env.MARU_PLAY_STORE_URL ?? 'https://play.google.com/store/apps/details?id=app.maru',
    },
    installVideo: readWebAddress('MARU_INSTALL_VIDEO_URL', env.MARU_INSTALL_VIDEO_URL),
    serviceZone: env.MARU_SERVICE_ZONE ?? 'America/Los_Angeles',
    billing: readBilling(env),
    taxes: readTaxes(env),
    taxUnknown: readTaxUnknown(env),
    maxStreams: wholeNumber('MARU_MAX_STREAMS', env.MARU_MAX_STREAMS, 3, 1, 100),
    maxProfiles: wholeNumber('MARU_PROFILES_MAX', env.MARU_PROFILES_MAX, 5, 1, 20),
    reportMonths: wholeNumber('MARU_REPORT_MONTHS', env.MARU_REPORT_MONTHS, 24, 1, 1200),
    eventLogMonths: wholeNumber('MARU_EVENT_LOG_MONTHS', env.MARU_EVENT_LOG_MONTHS, 24, 2, 1200),
    databasePoolSize: wholeNumber('MARU_DATABASE_POOL', env.MARU_DATABASE_POOL, 10, 2, 200),
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL ?? 'warn',
  };
}

/**
 * Stripe Tax is called with the keys of card payments. The simulated gateway of the demo has one of its own.
 */
function readTaxes(env: Environment): Config['taxes'] {
  const { MARU_TAXES: value, MARU_DEMO: demo } = env;
  if (!value) return 'rates';
  if (value !== 'rates' && value !== 'stripe')
    throw new StartupError(`MARU_TAXES is "${value}"; it can be rates or stripe.`);
  if (value === 'stripe' && !env.STRIPE_SECRET_KEY && (demo ?? 'true') !== 'true')
    throw new StartupError(
      'MARU_TAXES is stripe, so STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed too.',
    );
  return value;
}

function readTaxUnknown({ MARU_TAX_UNKNOWN: value }: Environment): Config['taxUnknown'] {
  if (!value) return 'allow';
  if (value === 'refuse' || value === 'allow') return value;
  throw new StartupError(`MARU_TAX_UNKNOWN is "${value}"; it can be refuse or allow.`);
}

/** With the demo's well-known accounts a second step would protect nothing, and be in the way of a first look. */
function readTwoStep({ MARU_STAFF_TWO_STEP: wanted, MARU_DEMO: demo }: Environment): Config['staffTwoStep'] {
  const value = wanted ?? ((demo ?? 'true') === 'true' ? 'optional' : 'administrators');
  if (value !== 'administrators' && value !== 'everyone' && value !== 'optional') {
    throw new StartupError(
      `MARU_STAFF_TWO_STEP is "${value}"; it can be administrators, everyone or optional.`,
    );
  }
  return value;
}

function wholeNumber(name: string, text: string | undefined, standard: number, min: number, max: number) {
  if (text === undefined || text === '') return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartupError(`${name} is "${text}"; it has to be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** 'Any' is refused, because a client could then invent the source of a request. */
function readTrustProxy(text: string | undefined): Config['trustProxy'] {
  if (!text || text === 'false') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const names = text.split(',').map((name) => name.trim());
  try {
    if (/^\d*$/.test(text.trim())) throw new RangeError();
    proxyAddr.compile(names);
  } catch {
    throw new StartupError(
      `TRUST_PROXY is "${text}"; it can be the number of proxies in front of Maru (1 to 9), or their addresses and networks, as in 10.0.0.0/8,loopback.`,
    );
  }
  return names;
}

/** A client can send any header. Only a trusted proxy states the country. */
function readCountryHeader(name: string | undefined, trustProxy: Config['trustProxy']): string | undefined {
  if (!name) return undefined;
  if (trustProxy === false)
    throw new StartupError(
      'MARU_COUNTRY_HEADER is set, so TRUST_PROXY is needed too: the header counts only from a trusted proxy.',
    );
  if (!/^[\w-]+$/.test(name))
    throw new StartupError(`MARU_COUNTRY_HEADER is "${name}", which is no header's name.`);
  return name.toLowerCase();
}

/** A list of host names, each with or without a port. */
function readHosts(name: string, text: string | undefined): string[] {
  const hosts = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const wrong = hosts.find((host) => !/^(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(host));
  if (wrong !== undefined)
    throw new StartupError(`${name} has "${wrong}"; hosts look like www.maru.example or maru.example:8443.`);
  return hosts;
}

function readOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new StartupError('MARU_ORIGIN has to look like https://maru.example.');
  }
  return new URL(text).origin;
}

const mailAddress = /^[^\s@<>"]+@[^\s@<>"]+$/;

/** Where mail goes out. Links in it cannot be left to what a request says, so a service that sends has to know its address. */
function readMail(env: Environment): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const given = /^\s*(?:"?([^"<]*?)"?\s*<([^>]+)>|(\S+))\s*$/.exec(env.MAIL_FROM || 'no-reply@maru.example');
  const address = given?.[2] ?? given?.[3] ?? '';
  if (!mailAddress.test(address))
    throw new StartupError('MAIL_FROM has to look like hello@maru.example or Maru <hello@maru.example>.');
  const mailFrom = { name: given?.[1] || undefined, address };
  if (!env.SMTP_URL) return { smtpUrl: undefined, mailFrom };
  if (!URL.canParse(env.SMTP_URL) || !/^smtps?:$/.test(new URL(env.SMTP_URL).protocol))
    throw new StartupError('SMTP_URL has to look like smtp://user:password@mail.example:587.');
  const missing = ['MAIL_FROM', 'MARU_ORIGIN'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new StartupError(
      `SMTP_URL is set, so ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} needed too.`,
    );
  return { smtpUrl: env.SMTP_URL, mailFrom };
}

function readYouTube(env: Environment): Config['youtube'] {
  const channelIds = (env.MARU_YOUTUBE_CHANNELS ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const wrong = channelIds.find((id) => !/^UC[\w-]{22}$/.test(id));
  if (wrong !== undefined)
    throw new StartupError(
      `MARU_YOUTUBE_CHANNELS has "${wrong}"; ids of channels begin with UC and have 24 characters.`,
    );
  const apiKey = env.MARU_YOUTUBE_API_KEY || undefined;
  // It travels in a header.
  if (apiKey && !/^[\w-]{10,100}$/.test(apiKey))
    throw new StartupError('MARU_YOUTUBE_API_KEY is no key of Google’s.');
  return {
    apiKey,
    channelIds,
    maxUnitsDaily: wholeNumber('MARU_YOUTUBE_QUOTA', env.MARU_YOUTUBE_QUOTA, 10_000, 1, 100_000_000),
  };
}

function readBilling(env: Environment): BillingConfig {
  const days = (name: string, standard: number, least: number, most = 365) =>
    wholeNumber(name, env[name], standard, least, most);
  const graceDays = days('MARU_GRACE_DAYS', 7, 0);
  const endDays = days('MARU_UNPAID_END_DAYS', 21, 1);
  if (endDays <= graceDays)
    throw new StartupError('MARU_UNPAID_END_DAYS has to be more than MARU_GRACE_DAYS.');
  const retryDays = (env.MARU_RETRY_DAYS || '3,5,7,14')
    .split(',')
    .map((text) => wholeNumber('MARU_RETRY_DAYS', text.trim(), 3, 1, 90));
  if (retryDays.some((day, index) => index > 0 && day <= (retryDays[index - 1] ?? 0)))
    throw new StartupError('MARU_RETRY_DAYS has to rise from day to day, as in 3,5,7,14.');
  // California's windows for notices before a charge.
  const priceNoticeDays = days('MARU_PRICE_NOTICE_DAYS', 30, 7, 30);
  return {
    graceDays,
    endDays,
    retryDays,
    trialNoticeDays: days('MARU_TRIAL_NOTICE_DAYS', 7, 3, 21),
    yearlyNoticeDays: days('MARU_YEARLY_NOTICE_DAYS', 30, 15, 45),
    priceNoticeDays,
    leastPriceNoticeDays: days('MARU_LEAST_PRICE_NOTICE_DAYS', 7, 7, priceNoticeDays),
    chargesAtOnce: wholeNumber('MARU_CHARGES_AT_ONCE', env.MARU_CHARGES_AT_ONCE, 16, 1, 64),
    moneyYears: wholeNumber('MARU_MONEY_YEARS', env.MARU_MONEY_YEARS, 7, 1, 100),
  };
}

function readStripe(env: Environment): StripeConfig | undefined {
  const forms = {
    STRIPE_SECRET_KEY: /^[sr]k_(test|live)_\w{10,250}$/,
    STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_\w{10,250}$/,
    STRIPE_WEBHOOK_SECRET: /^whsec_[\w+/=-]{8,250}$/,
  };
  const names = Object.keys(forms) as (keyof typeof forms)[];
  const given = names.filter((name) => env[name]);
  if (given.length === 0) return undefined;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new StartupError(
      `${given[0]} is set, so ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} needed too.`,
    );
  const wrong = names.find((name) => !forms[name].test(env[name] ?? ''));
  if (wrong)
    throw new StartupError(`${wrong} is no ${wrong.slice(7).toLowerCase().replace('_', ' ')} of Stripe’s.`);
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = names.map((name) => env[name]);
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_'))
    throw new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have to be of the same mode, test or live.',
    );
  return { secretKey, publishableKey, webhookSecret };
}

/** Services send people back to an address that was registered with them, so it cannot be left to what a request says. */
function readSocialLogin(env: Environment): SocialLoginConfig {
  const settings = (service: string, names: string[]) => {
    const all = names.map((name) => `${service}_${name}`);
    const given = all.filter((name) => env[name]);
    if (given.length === 0) return undefined;
    const missing = [...all, 'MARU_ORIGIN'].filter((name) => !env[name]);
    if (missing.length > 0)
      throw new StartupError(
        `${given[0]} is set, so ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} needed too.`,
      );
    return all.map((name) => must(env[name], name));
  };
  const client = (service: string) => {
    const [clientId, clientSecret] = settings(service, ['CLIENT_ID', 'CLIENT_SECRET']) ?? [];
    return clientId && clientSecret ? { clientId, clientSecret } : undefined;
  };
  return {
    kakao: client('KAKAO'),
    naver: client('NAVER'),
    google: client('GOOGLE'),
    apple: readApple(env, settings('APPLE', ['CLIENT_ID', 'TEAM_ID', 'KEY_ID', 'PRIVATE_KEY'])),
    facebook: client('FACEBOOK'),
  };
}

function readApple(env: Environment, given: string[] | undefined): AppleClient | undefined {
  if (!given) return undefined;
  const [clientId = '', teamId = '', keyId = '', key = ''] = given;
  // Its answer is a POST from another site: the cookie that belongs to it travels over https only.
  if (!env.MARU_ORIGIN?.startsWith('https:'))
    throw new StartupError('APPLE_CLIENT_ID is set, so MARU_ORIGIN has to begin with https://.');
  const privateKey = key.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(privateKey).asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error();
  } catch {
    throw new StartupError('APPLE_PRIVATE_KEY has to be the text of the .p8 file that Apple gave.');
  }
  return { clientId, teamId, keyId, privateKey };
}

function readWebAddress(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new StartupError(`${name} has to be an address that begins with http:// or https://.`);
  }
  return text;
}

function readCountries(name: string, text: string | undefined, standard: string): string[] {
  const countries = (text || standard).split(',').map((code) => code.trim().toUpperCase());
  const wrong = countries.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong !== undefined) {
    throw new StartupError(`${name} has "${wrong}"; countries are two letters each, as in US,CA.`);
  }
  return countries;
}

function readBillingCountries(text: string | undefined): AddressCountry[] {
  const countries = readCountries('MARU_BILLING_COUNTRIES', text, addressCountries.join(','));
  const isKnown = (code: string): code is AddressCountry =>
    (addressCountries as readonly string[]).includes(code);
  const unknown = countries.find((code) => !isKnown(code));
  if (unknown !== undefined)
    throw new StartupError(
      `MARU_BILLING_COUNTRIES has "${unknown}"; it can have ${addressCountries.join(', ')}.`,
    );
  return countries.filter(isKnown);
}

function readDatabaseUrl(url: string | undefined) {
  if (!url) return undefined;
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartupError('DATABASE_URL has to look like postgresql://user:password@host:5432/name.');
  }
  return url;
}

const minSecretLength = 32;

/** The secret from the environment, or one made at the first start and kept in the data folder. */
function readSecret(secret: string | undefined, dataDir: string) {
  if (secret !== undefined) {
    if (secret.length < minSecretLength)
      throw new StartupError(`MARU_SECRET has to be at least ${minSecretLength} characters long.`);
    return secret;
  }
  const file = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (existsSync(file)) {
      const stored = readFileSync(file, 'utf8').trim();
      if (stored.length >= minSecretLength) return stored;
      throw new StartupError(
        `The secret in ${file} is damaged: it has fewer than ${minSecretLength} characters. Restore the file from a backup. If there is none, delete it: a new secret signs everyone out.`,
      );
    }
    const made = randomBytes(32).toString('hex');
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
    return made;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw StartupError.ofFile(`the data folder ${dataDir}`, error);
  }
}

function readHostedPush(env: Environment): HostedPushConfig | undefined {
  if (!env.PUSHER_APP_ID) return undefined;
  const missing = ['PUSHER_KEY', 'PUSHER_SECRET'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new StartupError(`PUSHER_APP_ID is set, so ${missing.join(' and ')} is needed too.`);
  return {
    appId: env.PUSHER_APP_ID,
    key: must(env.PUSHER_KEY, 'PUSHER_KEY'),
    secret: must(env.PUSHER_SECRET, 'PUSHER_SECRET'),
    cluster: env.PUSHER_CLUSTER ?? 'mt1',
  };
}

/** The push services of Chrome, Edge, Firefox and Safari. */
const pushHosts = 'fcm.googleapis.com,.notify.windows.com,updates.push.services.mozilla.com,.push.apple.com';

/** Without a key of its own it follows from the secret, so that all nodes have the same. */
function readWebPush(env: Environment, secret: string): Config['webPush'] {
  const hosts = (env.MARU_PUSH_HOSTS || pushHosts).split(',').map((host) => host.trim().toLowerCase());
  const given = env.MARU_VAPID_PRIVATE_KEY;
  const key = given
    ? Buffer.from(given, 'base64url')
    : Buffer.from(hkdfSync('sha256', secret, 'maru', 'vapid', 32));
  try {
    if (key.length !== 32) throw new RangeError();
    createECDH('prime256v1').setPrivateKey(key);
  } catch {
    throw new StartupError('MARU_VAPID_PRIVATE_KEY has to be a P-256 private key, 32 bytes in base64url.');
  }
  return { privateKey: key.toString('base64url'), hosts };
}

function readS3(env: Environment): S3Config | undefined {
  if (!env.S3_BUCKET) return undefined;
  const missing = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new StartupError(`S3_BUCKET is set, so ${missing.join(' and ')} is needed too.`);
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION ?? 'us-east-1',
    endpoint: env.S3_ENDPOINT,
    accessKeyId: must(env.S3_ACCESS_KEY_ID, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: must(env.S3_SECRET_ACCESS_KEY, 'S3_SECRET_ACCESS_KEY'),
  };
}
