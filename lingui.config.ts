import { defineConfig } from '@lingui/cli';

/** Texts of home, the layout and the start of the player: fetched with the first page. All other texts come with the first other page. */
const first = [
  'src/ui/player/waiting.tsx',
  'src/viewer/*.ts',
  'src/viewer/*.tsx',
  'src/viewer/layout/**',
  'src/viewer/page/**',
  'src/viewer/cards/{title,video}-*.tsx',
  'src/viewer/features/accounts/deletion-pending.tsx',
  'src/viewer/features/ads/**',
  'src/viewer/features/home/**',
  'src/viewer/features/catalog/new-release-strip.tsx',
  'src/viewer/features/live/{channel-section,channel-card}.tsx',
  'src/viewer/features/partner-video/{youtube-shelf,clip-card}.tsx',
  'src/viewer/features/search/suggestions.tsx',
  'src/viewer/features/support/{event-board,article}.tsx',
  'src/viewer/features/viewing/use-mark.ts',
];

export default defineConfig({
  sourceLocale: 'ko',
  locales: ['ko', 'en'],
  catalogs: [
    { path: '<rootDir>/src/viewer/locales/{locale}', include: first, exclude: ['**/*.test.ts'] },
    {
      path: '<rootDir>/src/viewer/locales/pages/{locale}',
      include: ['src/ui', 'src/viewer'],
      exclude: [...first, '**/*.test.ts'],
    },
  ],
  orderBy: 'message',
});
