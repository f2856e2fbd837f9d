import { engineSuite } from '#testing/engine-suite/engine-suite.ts';
import { createMemoryWorld } from '#testing/engine-world.ts';

engineSuite('memory', createMemoryWorld);
