/** Settings of a deployment about the product. These are the defaults; each page contains the service's own. */
import type { SiteSettings } from '../contract/page.ts';

/** The product's name. */
export const brandName: SiteSettings['brand'] = { ko: '마루', en: 'Maru' };

/** How the service is reached by people, and where its apps are. */
export const site: Omit<SiteSettings, 'brand'> = {
  support_email: 'help@maru.example',
  support_phone: '+1-213-555-0142',
  app_store_url: 'https://apps.apple.com/app/maru',
  play_store_url: 'https://play.google.com/store/apps/details?id=app.maru',
  install_video_url: '',
  sign_in_with: [],
  money_years: 7,
  billing_countries: ['US', 'CA', 'MX'],
  push_key: 'maru',
  push_cluster: '',
};

/** Takes over the service's settings, once, before anything is rendered. */
export function applySettings({ brand, ...rest }: SiteSettings): void {
  Object.assign(brandName, brand);
  Object.assign(site, rest);
}
