import { describe } from 'vitest';
import { assistantTests } from './assistants.ts';
import { badInputTests } from './bad-input.ts';
import { cardTests } from './cards.ts';
import { correctionTests } from './corrections.ts';
import { erasingTests } from './erasing.ts';
import { goingWithoutTests } from './going-without.ts';
import { historyTests } from './history.ts';
import { keepingTests } from './keeping.ts';
import { markTests } from './marks.ts';
import { measureTests } from './measures.ts';
import { otherProgramTests } from './other-programs.ts';
import { rawTextTests } from './raw-text.ts';
import { restoreTests } from './restoring.ts';
import { sourceTests } from './sources.ts';
import type { CreateWorld } from './starting.ts';
import { takingBackTests } from './taking-back.ts';
import { updateTests } from './updates.ts';

/** What the engine does on every kind of ports. */
export function engineSuite(name: string, createWorld: CreateWorld): void {
  describe(`the engine on ${name}`, () => {
    correctionTests(createWorld);
    cardTests(createWorld);
    updateTests(createWorld);
    measureTests(createWorld);
    assistantTests(createWorld);
    restoreTests(createWorld);
    otherProgramTests(createWorld);
    markTests(createWorld);
    badInputTests(createWorld);
    goingWithoutTests(createWorld);
    keepingTests(createWorld);
    rawTextTests(createWorld);
    historyTests(createWorld);
    takingBackTests(createWorld);
    sourceTests(createWorld);
    erasingTests(createWorld);
  });
}
