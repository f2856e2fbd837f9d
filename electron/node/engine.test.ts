import { engineSuite } from '#testing/engine-suite/engine-suite.ts';
import { createNodeWorld } from '#testing/engine-world.ts';

engineSuite('the real disk', createNodeWorld);
