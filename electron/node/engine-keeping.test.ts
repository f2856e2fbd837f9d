import { computingSuite, keepingSuite } from '#testing/engine-suite/engine-suite.ts';
import { createNodeWorld } from '#testing/engine-world.ts';
import { sized } from '#testing/faults/size.ts';

// A file of its own, so that it runs beside the rest of what the engine does on the real disk. What the disk has no part in runs
// on it in `npm run test:faults` only.
for (const suite of sized({ full: [keepingSuite, computingSuite], small: [keepingSuite] })) {
  suite('the real disk', createNodeWorld);
}
