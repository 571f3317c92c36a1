import { defineConfig } from 'vite';

/** The server, `dist/server/main.js`, and the processes that draw its demo and simulate its card gateway; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      input: { main: 'src/server/main.ts', drawing: 'demo/drawing.ts', gateway: 'src/gateway/main.ts' },
    },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
  logLevel: 'warn',
});
