import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import renderer from './vite.config.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * The desktop shell: electron/main.ts → out/main/, electron/preload.ts → out/preload/. The interface is the same for
 * all hosts and has its own build in vite.config.ts.
 */
export default defineConfig(({ command }) => ({
  main: {
    build: {
      externalizeDeps: { exclude: ['zod'] },
      lib: { entry: path('electron/main.ts'), formats: ['es'], fileName: () => 'main.js' },
      sourcemap: true,
      license: { fileName: 'licenses.json' },
      reportCompressedSize: false,
      // Someone who starts the app for the first time needs no timings of plugins.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  },
  preload: {
    build: {
      // The sandbox has no module loader, so everything goes into one file.
      externalizeDeps: false,
      lib: { entry: path('electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
      license: { fileName: 'licenses.json' },
      reportCompressedSize: false,
    },
  },
  // In development the shell shows the interface from its server.
  ...(command === 'serve'
    ? { renderer: { ...renderer, build: { rolldownOptions: { input: path('renderer/index.html') } } } }
    : {}),
}));
