import type { Row } from './row.ts';
import { append } from './rows/append.ts';
import { apply } from './rows/apply.ts';
import { archive } from './rows/archive.ts';
import { changesHeap } from './rows/changes-heap.ts';
import { compaction } from './rows/compaction.ts';
import { conversations } from './rows/conversations.ts';
import { conversationsAll } from './rows/conversations-all.ts';
import { conversationsIndex } from './rows/conversations-index.ts';
import { conversationsSearch } from './rows/conversations-search.ts';
import { firstEntries } from './rows/first-entries.ts';
import { growth } from './rows/growth.ts';
import { hands } from './rows/hands.ts';
import { keystroke } from './rows/keystroke.ts';
import { outsideChange } from './rows/outside-change.ts';
import { parse } from './rows/parse.ts';
import { reader } from './rows/reader.ts';
import { save } from './rows/save.ts';
import { search } from './rows/search.ts';
import { start } from './rows/start.ts';
import { storages } from './rows/storages.ts';
import { viewsHeap } from './rows/views-heap.ts';
import { work } from './rows/work.ts';

/** Rows in the order of the table of targets; those without a target come last. */
export const rows: readonly Row[] = [
  apply,
  parse,
  save,
  append,
  outsideChange,
  firstEntries,
  start,
  keystroke,
  archive,
  search,
  compaction,
  conversationsIndex,
  conversationsSearch,
  conversations,
  reader,
  conversationsAll,
  storages,
  work,
  viewsHeap,
  changesHeap,
  growth,
  hands,
];
