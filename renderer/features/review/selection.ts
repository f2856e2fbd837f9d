/** The cursor's row has the focus and shows in the inspector. Actions are for `chosen`, or for it if none is chosen. */
export type Selection = {
  readonly cursor: string | null;
  readonly anchor: string | null;
  readonly chosen: ReadonlySet<string>;
};

export const nothingSelected: Selection = { cursor: null, anchor: null, chosen: new Set() };

export function moveTo(selection: Selection, id: string): Selection {
  return { ...selection, cursor: id, anchor: id };
}

/** A plain click: this row only. */
export function pickOnly(id: string): Selection {
  return { cursor: id, anchor: id, chosen: new Set() };
}

/** Adds a row to those chosen, or removes it. The cursor's row joins when the first other one is added by pointer. */
export function toggleChosen(selection: Selection, id: string, joinCursor = false): Selection {
  const chosen = new Set(selection.chosen);
  if (joinCursor && chosen.size === 0 && selection.cursor !== null && selection.cursor !== id) {
    chosen.add(selection.cursor);
  }
  if (!chosen.delete(id)) {
    chosen.add(id);
  }
  return { cursor: id, anchor: id, chosen };
}

export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? id);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) {
    return pickOnly(id);
  }
  const chosen = new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { cursor: id, anchor: selection.anchor ?? id, chosen };
}

/** Shift-click on a box: all rows from the one clicked before take the state of this one; others keep theirs. */
export function toggleThrough(selection: Selection, id: string, order: readonly string[]): Selection {
  const isOn = !selection.chosen.has(id);
  const chosen = new Set(selection.chosen);
  for (const each of extendTo(selection, id, order).chosen) {
    isOn ? chosen.add(each) : chosen.delete(each);
  }
  return isOn === chosen.has(id) ? { cursor: id, anchor: id, chosen } : toggleChosen(selection, id);
}

export function chooseAll(selection: Selection, order: readonly string[]): Selection {
  return { ...selection, chosen: new Set(order) };
}

export function chooseNone(selection: Selection): Selection {
  return { ...selection, chosen: new Set() };
}

/** Rows an action applies to. */
export function meant(selection: Selection): readonly string[] {
  return selection.chosen.size > 0 ? [...selection.chosen] : selection.cursor === null ? [] : [selection.cursor];
}

/** Drops rows that are gone after the list changed, and moves the cursor to the row now in its place, to keep the focus. */
export function afterChange(
  selection: Selection,
  before: readonly string[],
  present: Pick<ReadonlySet<string>, 'has'>,
): Selection {
  const chosen =
    selection.chosen.size === 0 ? selection.chosen : new Set([...selection.chosen].filter((id) => present.has(id)));
  const cursor = selection.cursor === null || present.has(selection.cursor) ? selection.cursor : successor();
  const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : cursor;
  return { cursor, anchor, chosen };

  function successor(): string | null {
    const at = before.indexOf(selection.cursor ?? '');
    if (at < 0) {
      return null;
    }
    const later = before.slice(at + 1).find((id) => present.has(id));
    return later ?? before.slice(0, at).findLast((id) => present.has(id)) ?? null;
  }
}

export function renamed(selection: Selection, newIdOf: ReadonlyMap<string, string>): Selection {
  const rename = (id: string | null): string | null => (id === null ? null : (newIdOf.get(id) ?? id));
  return {
    cursor: rename(selection.cursor),
    anchor: rename(selection.anchor),
    chosen: new Set([...selection.chosen].map((id) => newIdOf.get(id) ?? id)),
  };
}
