import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * The benchmarks: bench/bench.ts → .cache/bench.mjs, because Node 20 runs no TypeScript. The file is right below the root,
 * like the sources of both, so paths relative to a module stay true. `--mode corpus` builds bench/corpus/corpus.ts.
 */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    ssr: fileURLToPath(new URL(mode === 'corpus' ? 'bench/corpus/corpus.ts' : 'bench/bench.ts', import.meta.url)),
    outDir: fileURLToPath(new URL('.cache', import.meta.url)),
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: mode === 'corpus' ? 'corpus.mjs' : 'bench.mjs', codeSplitting: false },
    },
  },
}));
