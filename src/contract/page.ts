/** The types shared by the server and the viewer's built renderer for server-rendered pages. */
import type { AddressCountry } from './addresses.ts';
import type { Locale } from './errors.ts';
import type { ProviderName } from './providers.ts';

/** Settings of a deployment that the viewer shows; in every page as JSON. */
export interface SiteSettings {
  brand: { ko: string; en: string };
  support_email: string;
  support_phone: string;
  app_store_url: string;
  play_store_url: string;
  /** A video that shows how a set-top box is installed; empty for none. */
  install_video_url: string;
  /** The services that people may sign in with, in the order of their buttons. */
  sign_in_with: ProviderName[];
  /** For how many years invoices and payments stay once an account is erased. */
  money_years: number;
  /** Countries of billing addresses: the service sells to them. */
  billing_countries: AddressCountry[];
  /** Public key that live push is joined with. */
  push_key: string;
  /** Cluster of the hosted push service; empty for the built-in server. */
  push_cluster: string;
}

/** The screen that the server renders a page for: a phone's where the browser says that it is one. */
export type RenderedFor = 'mobile' | 'pc';

interface PageRequest {
  /** Path and query of the page. */
  path: string;
  locale: Locale;
  screen: RenderedFor;
  settings: SiteSettings;
  /** Where the service is reached, for addresses that leave it: `https://maru.example`, no slash at the end. */
  origin: string;
  /** Calls the API as the visitor would, a guest. */
  fetchJson(request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<{ status: number; json: unknown }>;
}

export interface RenderedPage {
  status: 200 | 404;
  /** Elements for the document's head: title, description, links, structured data. */
  head: string;
  html: string;
  /** JSON of what the page was rendered from. */
  state: string;
}

/** Undefined for a page that the browser has to render itself. Fails where what the page is rendered from could not be had. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage | undefined>;

/** The path of the route that shows a path, parameters as `$name`; undefined where the viewer has no page. */
export type FindRoute = (path: string) => string | undefined;
