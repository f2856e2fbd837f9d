import { join } from 'node:path';
import { build } from 'vite';

const folder = join(import.meta.dirname, '..', '..', '.cache', 'electron-stand-in');

/** Bundled, because the process that runs the app's bundles is plain Node. */
export const builtStandIn = join(folder, 'start.mjs');

export async function buildStandIn(): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, 'main', 'start.ts'),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'start.mjs' } },
    },
  });
}
