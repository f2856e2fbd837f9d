import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Packages left out of the bundle: two have native code, one is loaded by a call that no bundler sees. */
const external = ['fs-native-extensions', 'libsql', 'electron-log'];

/**
 * The command line with the engine and the web host: electron/cli.ts → out/cli/contexture.js; the library, which has the
 * same engine; and the threads of the conversation index and reader, which the desktop app also starts.
 */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  ssr: { noExternal: true, external },
  // The package's modules for browsers are the same code without CommonJS wrappers.
  resolve: { alias: [{ find: /^yaml$/, replacement: path('node_modules/yaml/browser/index.js') }] },
  build: {
    ssr: true,
    outDir: path('out/cli'),
    emptyOutDir: true,
    license: { fileName: 'licenses.json' },
    target: 'node20',
    // Smaller files are parsed sooner. `node --enable-source-maps` shows places in the sources.
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        contexture: path('electron/cli.ts'),
        library: path('electron/library/index.ts'),
        'conversation-index': path('electron/node/conversation-index/worker.ts'),
        'conversation-reader': path('electron/node/conversation-reader/worker.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', banner: '#!/usr/bin/env node' },
    },
  },
});
