import type { ContextUpdate, Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { createEntryFinder, shortName } from '../../entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, rewordingsOf } from '../entry-plan.ts';
import type { OperationsPlan } from '../format.ts';
import { operationsFor } from '../markdown/updates.ts';
import { applyFate, leavesError, readWholeError } from '../refusals.ts';
import { checkItems, newItem, planItems, planRewriting, rewritten } from './write-items.ts';

/** Final state of one item, gathered from all operations on it before any edit is made. */
type Draft = {
  key?: string | null;
  value?: string;
  fate: 'stays' | 'deleted' | 'archived';
};

/** Plans all or none. @throws `entry_changed`, `entry_gone`, `key_invalid`, `value_invalid`, `section_unclear` */
export function planHermesOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  limit: number,
): OperationsPlan {
  const find = createEntryFinder(document.entries);
  const drafts = new Map<ParsedEntry, Draft>();
  const added: string[] = [];
  for (const operation of operations) {
    if (operation.op === 'add') {
      added.push(newItem(operation.key, operation.value, document.lineEnd));
    } else {
      const entry = find.require(operation.entry);
      const draft: Draft = drafts.get(entry) ?? { fate: 'stays' };
      drafts.set(entry, draft);
      change(draft, operation);
    }
  }
  const changed = new Map<ParsedEntry, string>();
  const departed = new Set<ParsedEntry>();
  for (const [entry, { fate, ...said }] of drafts) {
    const raw = rewritten(entry, said, document.lineEnd);
    if (fate !== 'stays') {
      departed.add(entry);
    } else if (raw !== entry.raw) {
      changed.set(entry, raw);
    }
  }
  const stay = document.entries.filter((entry) => !departed.has(entry));
  const all = [...stay.map((entry) => changed.get(entry) ?? entry.raw), ...added];
  checkItems([...changed.values(), ...added], limit, all);
  const rewriting = [...changed].map(([entry, raw]) => planRewriting(entry, raw));
  return {
    plan: joinPlans([...rewriting, planItems(document, [...stay, ...added])]),
    departures: [...drafts].flatMap(([entry, { fate }]) => (fate === 'archived' ? [{ entry, byHand: true }] : [])),
    rewordings: rewordingsOf(rewriting),
  };
}

function change(draft: Draft, operation: Exclude<Operation, { op: 'add' }>): void {
  if (draft.fate !== 'stays') {
    throw leavesError(shortName(operation.entry), draft.fate);
  }
  switch (operation.op) {
    case 'edit':
      if (operation.key !== undefined) {
        draft.key = operation.key;
      }
      if (operation.value !== undefined) {
        draft.value = operation.value;
      }
      return;
    case 'move': {
      const message =
        'Hermes keeps its items in one list, so there is no section to move this one to. Nothing was changed.';
      throw new ContextureError('section_unclear', message);
    }
    case 'raise':
      throw readWholeError();
    default:
      applyFate(draft, operation.op);
  }
}

/** Plans the edits for an assistant's updates: another value of the same name, or an item at the end. */
export function planHermesUpdates(
  document: MemoryDocument,
  updates: readonly ContextUpdate[],
  limit: number,
): EntryPlan {
  return planHermesOperations(document, operationsFor(document, updates), limit).plan;
}
