import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('src/office', import.meta.url)),
  base: '/office/',
  plugins: [react()],
  server: { proxy: { '/api': api, '/media': api, '/images': api } },
  build: {
    outDir: fileURLToPath(new URL('dist/office', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One application behind a login, loaded once and kept: its size is react-admin's.
    chunkSizeWarningLimit: 2000,
  },
});
