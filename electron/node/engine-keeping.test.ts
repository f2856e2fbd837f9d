import { computingSuite, keepingSuite } from '#testing/engine-suite/engine-suite.ts';
import { createNodeWorld } from '#testing/engine-world.ts';
import { sized } from '#testing/faults/size.ts';

// A separate file, so that it runs beside the other engine tests on the real disk. Tests in which the disk has no part
// run on it in `npm run test:faults` only.
for (const suite of sized({ full: [keepingSuite, computingSuite], small: [keepingSuite] })) {
  suite('the real disk', createNodeWorld);
}
