import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Pages to compare the interface with: bench/pages/ → .cache/bench-pages/, and with `--mode one-row` the page
 * in bench/pages/one-row/ → .cache/one-row/.
 */
export default defineConfig(({ mode }) => ({
  root: path(mode === 'one-row' ? 'bench/pages/one-row' : 'bench/pages'),
  html: { cspNonce: '__CONTEXTURE_NONCE__' },
  build: {
    outDir: path(mode === 'one-row' ? '.cache/one-row' : '.cache/bench-pages'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    target: 'es2023',
  },
}));
