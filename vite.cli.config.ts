import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The command line and with it the engine and the web host: electron/cli.ts → out/cli/contexture.js. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    ssr: fileURLToPath(new URL('electron/cli.ts', import.meta.url)),
    outDir: fileURLToPath(new URL('out/cli', import.meta.url)),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'contexture.js', banner: '#!/usr/bin/env node' },
    },
  },
});
