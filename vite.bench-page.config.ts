import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The pages that the interface is measured beside: bench/pages/ → .cache/bench-pages/. */
const page = (name: string): string => fileURLToPath(new URL(`bench/pages/${name}`, import.meta.url));
export default defineConfig({
  root: page(''),
  html: { cspNonce: '__CONTEXTURE_NONCE__' },
  build: {
    outDir: fileURLToPath(new URL('.cache/bench-pages', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    target: 'es2023',
    rolldownOptions: { input: page('index.html') },
  },
});
