import { changingSuite } from '#testing/engine-suite/engine-suite.ts';
import { createNodeWorld } from '#testing/engine-world.ts';

changingSuite('the real disk', createNodeWorld);
