import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Placeholder for the nonce in the built page; the host replaces it with a fresh one at each load. */
const noncePlaceholder = '__CONTEXTURE_NONCE__';

/** Leaves out the code with which Zod makes JSON Schemas, which the page never does. Its exports stay and do nothing. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  transform: (code, id) =>
    /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)
      ? [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
          .map(([, name]) => `export const ${name} = () => {};`)
          .join('\n')
      : undefined,
};

/** Makes letters of Source Sans 3, which are small for their size, as tall at 13 px as those of the systems' own fonts. */
const typeface = {
  name: 'contexture:typeface',
  enforce: 'pre' as const,
  transform: (css: string, id: string) =>
    id.includes('@fontsource-variable/') ? css.replaceAll('swap;', 'fallback; size-adjust: 107%;') : undefined,
};

/** The interface: renderer/ → out/renderer/. */
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  plugins: [react(), typeface, withoutJsonSchemas],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: fileURLToPath(new URL('out/renderer', import.meta.url)),
    emptyOutDir: true,
    // scripts/licenses.mjs joins it with those of the other parts.
    license: { fileName: 'licenses.json' },
    // The content security policy allows no `data:` scripts and styles, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page is loaded from this machine, so a large file costs nothing.
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two files for the start, rather than one for each set of modules that views happen to share.
          groups: [
            // Code that sends the first questions while the rest loads. A separate file, so that it runs as soon as it arrives.
            {
              name: 'first',
              test: /renderer\/(first|api\/(ahead|transport|bridge-transport|run-keys|web-connection))\.ts$|contract\/(wire\/(message-text|desktop-bridge|handshake)|errors)\.ts$/,
              priority: 2,
            },
            { name: 'libraries', test: /node_modules(?!.*\.css)/, tags: ['$initial'] },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', strictPort: false },
});
