import { keepingSuite } from '#testing/engine-suite/engine-suite.ts';
import { createNodeWorld } from '#testing/engine-world.ts';

// A file of its own, so that it runs beside the rest of what the engine does on the real disk.
keepingSuite('the real disk', createNodeWorld);
