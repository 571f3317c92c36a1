import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import viewer from './vite.viewer.config.ts';

/** The viewer app as the server runs it, `dist/renderer/renderer.js`; packages stay in node_modules. */
export default defineConfig({
  ...viewer,
  build: {
    ssr: 'renderer.tsx',
    outDir: fileURLToPath(new URL('dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
  },
});
