import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Stands for the nonce in the built page; the host puts a fresh one in its place at each load. */
const noncePlaceholder = '__CONTEXTURE_NONCE__';

/** The interface: renderer/ → out/renderer/. */
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  plugins: [react()],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: fileURLToPath(new URL('out/renderer', import.meta.url)),
    emptyOutDir: true,
    // The content security policy knows no data: for scripts and styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // It comes from this machine: one larger file costs nothing.
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In one file with what needs it first, so that zod is told to build no code before any schema is made.
          groups: [{ name: 'contract', test: /renderer\/jitless|node_modules\/zod\/|\/shared\// }],
        },
      },
    },
  },
  server: { host: '127.0.0.1', strictPort: false },
});
