import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const linguiMacros = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { code: /@lingui\/(react|core)\/macro/ } },
});

/**
 * React comes as a CommonJS module, which the bundler wraps in an arrow function. V8 compiles a function in parentheses while the file
 * still comes in, on another thread, but not an arrow function: that one is parsed a second time, where the page should be answering.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    let wrappers = 0;
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !['react', 'libraries'].includes(file.name)) continue;
      file.code = file.code.replace(
        /(=\w+\(\()(?:\((\w+,\w+)\)|(\w+))=>\{/g,
        (_all, before, two = '', one = '') => {
          wrappers += 1;
          return `${before}function(${two}${one}){`;
        },
      );
    }
    if (wrappers < 5) this.error('the wrappers of CommonJS modules look different now');
  },
};

const api = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('src/viewer', import.meta.url)),
  base: '/',
  plugins: [
    react(),
    babel({ presets: [linguiMacros] }),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    tailwindcss(),
    compiledAhead,
  ],
  resolve: {
    // React has had it since 18: what the router stands on needs no substitute.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { proxy: { '/api': api, '/media': api, '/images': api, '/previews': api } },
  build: {
    outDir: fileURLToPath(new URL('dist/viewer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // Small files stay files: an inlined font or image would weigh on the first load of every page.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Whoever fetches a part has these already; to name them with every part would weigh on the first script.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((file) => !/\/(rolldown-runtime|react|libraries)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // What every visit needs, in three files instead of twenty: React and other libraries, which seldom change, and ours.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              tags: ['$initial'],
              priority: 2,
            },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 1 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Cards, lists and parts that many other pages need, most of a kB or less: one file instead of forty.
            {
              name: 'shared',
              test: /src[\\/](ui|viewer[\\/](cards|forms|page|features[\\/](catalog|search|live|partner-video)))[\\/]/,
              minShareCount: 4,
            },
            // A file for each small page would make the first script longer: it names every file, and what each one needs.
            {
              name: (id) =>
                /features[\\/](catalog|partner-video|plans|profiles|sign-in|support)[\\/](?!details-page|event-board|watch-clip|youtube-shelf)/.exec(
                  id,
                )?.[1],
            },
          ],
        },
      },
    },
  },
});
