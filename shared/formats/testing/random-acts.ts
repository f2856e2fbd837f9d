import fc from 'fast-check';
import type { Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { refOf } from '../../entries/entry.ts';
import { estimate } from '../../entries/measure.ts';
import { changeMemory, type MemoryChange } from '../change.ts';
import type { MemoryDocument } from '../document.ts';
import { patchBetween } from '../entry-patch.ts';
import { runPlan } from '../entry-plan.ts';
import type { ArchiveFormat, MemoryFormat } from '../format.ts';

/** Any actions on a memory in free markdown, in any order. */

const today = '2026-11-21';

/** Texts of a person or an assistant and their places, including texts that a program would take for its own syntax. */
export const randomSaid = fc.record({
  at: fc.nat(1000),
  value: fc.constantFrom(
    'likes tea',
    'a: b',
    'plans a trip\nto Lisbon',
    '- a list',
    '1. one',
    '# 2026 notes',
    '## Gemini Added Memories',
    'v1',
    'ends in a colon:',
    'said [score=1 recalls=0 avg=1 source=memory/2026-01-01.md:1-1]',
    '<!-- openclaw-memory-promotion:memory:memory/2026-01-01.md:1:1 -->',
    'see x (cwd=/tmp, rollout_path=/r.jsonl, thread_id=1)',
    '**bold**',
    '| a | b |',
    '```',
    '---',
    '',
    'boat 🚤',
  ),
  key: fc.constantFrom('Name', 'City', 'v1', 'x:y', '', '# x'),
  title: fc.constantFrom('Facts', 'New', 'Gemini Added Memories', ''),
  named: fc.boolean(),
});

const kinds = [
  'edit',
  'rekey',
  'add',
  'move',
  'raise',
  'delete',
  'archive',
  'restore',
  'update',
  'beside',
  'undo',
  'redo',
] as const;

export const randomAct = fc.tuple(fc.constantFrom(...kinds), randomSaid).map(([kind, said]) => ({ kind, ...said }));
export type Act = typeof randomAct extends fc.Arbitrary<infer T> ? T : never;

type Step = { readonly before: MemoryDocument; readonly after: MemoryDocument };
export type State = {
  memory: MemoryDocument;
  archived: MemoryDocument;
  readonly done: Step[];
  readonly undone: Step[];
  /** Checks the result of an undo by entries. */
  readonly checked: (document: MemoryDocument) => void;
};

const refusals = [
  'value_invalid',
  'key_invalid',
  'key_exists',
  'section_unclear',
  'invalid_request',
  'updates_invalid',
  'change_superseded',
];

/** Runs a change; null if it is refused, which changes nothing. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ContextureError && refusals.includes(error.code)) {
      return null;
    }
    throw error;
  }
}

export function actsOn(format: MemoryFormat) {
  const archive = format.archive as ArchiveFormat;
  const rules = { format, today, limit: 100_000, measure: estimate, fit: false };

  function changeBy({ memory, archived }: State, { kind, at, value, key, title, named }: Act): MemoryChange | null {
    const entry = memory.entries[at % Math.max(1, memory.entries.length)];
    const section = memory.sections[at % 7]?.title ?? title;
    const change = (operation: Operation): MemoryChange =>
      changeMemory(memory, format.plan(memory, [operation], today, 'person'), rules);
    const planned = (plan: ReturnType<MemoryFormat['planBeside']>): MemoryChange =>
      changeMemory(memory, { plan }, rules);
    if (kind === 'add') {
      const under = at % 3 === 0 ? {} : { section };
      return change({ op: 'add', category: null, key: named ? key : null, value, ...under });
    }
    if (kind === 'update' || kind === 'beside') {
      const [update] = format.checkUpdates([{ category: 'fact', key, value, confidence: 'certain' }], 'x');
      return update === undefined
        ? null
        : planned(
            kind === 'update'
              ? format.planUpdates(memory, [update], today).plan
              : format.planBeside(memory, update, today),
          );
    }
    if (kind === 'restore') {
      const returning = archived.entries[at % Math.max(1, archived.entries.length)];
      const onDuplicate = named ? 'keep_both' : 'replace';
      return returning
        ? planned(format.planReturns(memory, [{ entry: returning, category: null, onDuplicate }], today))
        : null;
    }
    if (entry === undefined) {
      return null;
    }
    const ref = refOf(entry);
    switch (kind) {
      case 'edit':
        return change({ op: 'edit', entry: ref, value });
      case 'rekey':
        return change({ op: 'edit', entry: ref, key: named ? key : null });
      case 'move':
        return change({ op: 'move', entry: ref, category: null, section });
      case 'raise':
        return change({ op: 'raise', entry: ref, to: named ? 'top' : 'heading' });
      case 'archive':
      case 'delete':
        return change({ op: kind, entry: ref });
      default:
        return null;
    }
  }

  /** Undoes or redoes the last step by its entries, as after someone else’s change. */
  function takeBack(state: State, kind: 'undo' | 'redo'): boolean {
    const [from, to] = kind === 'undo' ? [state.done, state.undone] : [state.undone, state.done];
    const last = from.pop();
    if (last === undefined) {
      return false;
    }
    const [now, wanted] = kind === 'undo' ? [last.after, last.before] : [last.before, last.after];
    const byEntries = attempt(() =>
      runPlan(now, format.patch(now, patchBetween(now, wanted), 'keep_both'), format.read),
    );
    // A file unchanged since the step returns byte for byte.
    state.memory = wanted;
    to.push(last);
    if (byEntries !== null) {
      state.checked(byEntries);
    }
    return true;
  }

  return {
    began: (text: string, checked: State['checked']): State => ({
      memory: format.read(text),
      archived: archive.begin(today, true),
      done: [],
      undone: [],
      checked,
    }),
    /** Runs an action; true if anything changed. */
    carryOn(state: State, act: Act): boolean {
      if (act.kind === 'undo' || act.kind === 'redo') {
        return takeBack(state, act.kind);
      }
      const before = state.memory;
      const change = attempt(() => changeBy(state, act));
      if (change === null || change.after.text === before.text) {
        return false;
      }
      if (change.departures.length > 0) {
        state.archived = archive.add(state.archived, change.departures, before, today);
      }
      state.memory = change.after;
      state.done.push({ before, after: change.after });
      state.undone.length = 0;
      return true;
    },
  };
}
