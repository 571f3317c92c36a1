import { defineConfig } from 'vite';

/**
 * The server, `dist/server/main.js`, and its helpers: the processes that draw its demo and simulate its card gateway, and the thread
 * that prints invoices. Packages stay in node_modules.
 */
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        drawing: 'demo/drawing.ts',
        gateway: 'src/gateway/main.ts',
        'invoice-printer': 'src/server/modules/billing/invoice-printer.js',
      },
      // All in one folder, so that each file finds the thread beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
  logLevel: 'warn',
});
