import { site } from '../../ui/brand.ts';
import { Icon } from '../../ui/components/icon.tsx';

/** Links to the app in both stores. */
export function StoreBadges() {
  return (
    <p className="flex flex-wrap gap-3">
      <StoreBadge href={site.app_store_url} store="App Store" icon="apps" />
      <StoreBadge href={site.play_store_url} store="Google Play" icon="play" />
    </p>
  );
}

/** A link to the app in a store, drawn by us. */
function StoreBadge({ href, store, icon }: { href: string; store: string; icon: 'apps' | 'play' }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-11 items-center gap-2 rounded-md border border-line bg-surface px-4 text-14 font-semibold text-text hover:bg-raised"
    >
      <Icon name={icon} size={18} className={icon === 'apps' ? 'text-sky' : 'text-jade'} />
      {store}
    </a>
  );
}
