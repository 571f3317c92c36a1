import { defineConfig } from 'vite';

/** The server, `dist/server/main.js`, and the process that draws its demo; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: { input: { main: 'src/server/main.ts', drawing: 'demo/drawing.ts' } },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
  logLevel: 'warn',
});
