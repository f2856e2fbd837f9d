import { describe } from 'vitest';
import { aboutTests } from './about.ts';
import { assistantTests } from './assistants.ts';
import { badInputTests } from './bad-input.ts';
import { chosenFormatTests } from './chosen-formats.ts';
import { conversationStoreTests } from './conversation-store.ts';
import { conversationUseTests } from './conversation-use.ts';
import { correctionTests } from './corrections.ts';
import { damagedHistoryTests } from './damaged-history.ts';
import { cardTests } from './decisions.ts';
import { dialectTests } from './dialects.ts';
import { digestTests } from './digest.ts';
import { earlierVersionTests } from './earlier-versions.ts';
import { memoryErasingTests } from './erasing-from-memory.ts';
import { erasingSyntaxTests } from './erasing-syntax.ts';
import { erasingTests } from './erasure.ts';
import { fileMemoryTests } from './file-memories.ts';
import { freeMarkdownTests } from './free-markdown.ts';
import { halfWrittenTests } from './half-written.ts';
import { halfWrittenTopicTests } from './half-written-topics.ts';
import { historyTests } from './history.ts';
import { historyLimitTests } from './history-limits.ts';
import { importTests } from './imports.ts';
import { lastChangeTests } from './last-changes.ts';
import { lossTests } from './losses.ts';
import { lostTextTests } from './lost-text.ts';
import { measureTests } from './measures.ts';
import { memoriesTests } from './memories.ts';
import { memoriesHoldingTests } from './memories-holding.ts';
import { otherFormatTests } from './other-formats.ts';
import { otherProgramTests } from './other-programs.ts';
import { rawTextTests } from './raw-text.ts';
import { markTests } from './read-marks.ts';
import { restoreTests } from './restoring.ts';
import { scanTests } from './scanning.ts';
import { sourceTests } from './sources.ts';
import type { CreateWorld } from './starting.ts';
import { storageUseTests } from './storage-use.ts';
import { storyTests } from './stories.ts';
import { topicTests } from './topics.ts';
import { transferTests } from './transfer.ts';
import { twinTests } from './twins.ts';
import { longUndoTests, undoTests } from './undo.ts';
import { unrecordedTests } from './unrecorded.ts';
import { updateTests } from './updates.ts';
import { versionTests } from './versions.ts';
import { waitingMemoriesTests } from './waiting-memories.ts';

/** Behaviour of the engine on every kind of ports. */
export function engineSuite(name: string, createWorld: CreateWorld): void {
  changingSuite(name, createWorld);
  keepingSuite(name, createWorld);
  computingSuite(name, createWorld);
}

/** Changes to a memory by every writer, and their effect. */
export function changingSuite(name: string, createWorld: CreateWorld): void {
  describe(`the engine on ${name}`, () => {
    correctionTests(createWorld);
    cardTests(createWorld);
    lossTests(createWorld);
    lostTextTests(createWorld);
    updateTests(createWorld);
    assistantTests(createWorld);
    restoreTests(createWorld);
    otherProgramTests(createWorld);
    halfWrittenTests(createWorld);
    halfWrittenTopicTests(createWorld);
    markTests(createWorld);
  });
}

/** The history: restoring and erasing. */
export function keepingSuite(name: string, createWorld: CreateWorld): void {
  describe(`the engine on ${name}`, () => {
    unrecordedTests(createWorld);
    versionTests(createWorld);
    rawTextTests(createWorld);
    historyTests(createWorld);
    earlierVersionTests(createWorld);
    damagedHistoryTests(createWorld);
    historyLimitTests(createWorld);
    storyTests(createWorld);
    fileMemoryTests(createWorld);
    chosenFormatTests(createWorld);
    memoriesTests(createWorld);
    memoriesHoldingTests(createWorld);
    waitingMemoriesTests(createWorld);
    digestTests(createWorld);
    otherFormatTests(createWorld);
    freeMarkdownTests(createWorld);
    topicTests(createWorld);
    transferTests(createWorld);
    undoTests(createWorld);
    sourceTests(createWorld);
    importTests(createWorld);
    scanTests(createWorld);
    erasingTests(createWorld);
    conversationStoreTests(createWorld);
    conversationUseTests(createWorld);
    storageUseTests(createWorld);
  });
}

/** Results computed from texts, whatever the storage. */
export function computingSuite(name: string, createWorld: CreateWorld): void {
  describe(`the engine on ${name}`, () => {
    measureTests(createWorld);
    aboutTests(createWorld);
    badInputTests(createWorld);
    lastChangeTests(createWorld);
    dialectTests(createWorld);
    twinTests(createWorld);
    memoryErasingTests(createWorld);
    erasingSyntaxTests(createWorld);
    longUndoTests(createWorld);
  });
}
