import { addTo } from '../../entries/multimap.ts';
import { callsOf, isResult, type Message, resultsOf } from '../message.ts';

export type ToolGroups = {
  readonly groupOf: readonly number[];
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** Results whose call is missing. */
  readonly orphans: readonly number[];
};

/**
 * Groups messages that go or stay together: one that calls tools, and its results. A result belongs to the last message
 * before it that made the call it names; one that names none that was made, to the one it follows with only results in
 * between.
 */
export function toolGroups(messages: readonly Message[]): ToolGroups {
  const parents = messages.map((_, index) => index);
  const callers = new Map<string, number>();
  const orphans: number[] = [];
  /** Message with calls that only results have followed so far. */
  let followed: number | null = null;
  for (const [index, message] of messages.entries()) {
    const calls = callsOf(message);
    if (calls.length > 0) {
      for (const id of calls.filter((each) => each !== null)) {
        callers.set(id, index);
      }
      followed = index;
    } else if (isResult(message)) {
      const named = resultsOf(message).flatMap((id) => callers.get(id) ?? []);
      const found = named.length > 0 ? named : followed === null ? [] : [followed];
      for (const caller of found) {
        parents[rootOf(parents, index)] = rootOf(parents, caller);
      }
      if (found.length === 0) {
        orphans.push(index);
      }
    } else {
      followed = null;
    }
  }
  const groupOf = messages.map((_, index) => rootOf(parents, index));
  const members = new Map<number, number[]>();
  for (const [index, group] of groupOf.entries()) {
    addTo(members, group, index);
  }
  return { groupOf, members, orphans };
}

function rootOf(parents: number[], index: number): number {
  let at = index;
  for (let above = parents[at] ?? at; above !== at; above = parents[at] ?? at) {
    parents[at] = parents[above] ?? above;
    at = above;
  }
  return at;
}
