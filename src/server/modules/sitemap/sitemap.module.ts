import type { Module } from '../../module.ts';
import { serveSitemap } from './sitemap.routes.ts';

export const sitemapModule: Module = {
  serve: [serveSitemap],
};
