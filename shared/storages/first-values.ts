/** Value, its name, and that of its parent; empty if there is none, as in a list. */
export type NamedValue = { readonly within: string; readonly name: string; readonly value: string };

/** Number of values shown in a row. */
const most = 4;
/** Limit on the values read: agents' data may be nested deep, or hold nothing but lists. */
const maxLookedAt = 100;
const maxInList = 20;

/** Lists the first values of an agent's data with their names; plain values of one list together. Null is skipped. */
export function firstValues(kept: unknown): readonly NamedValue[] {
  const values: NamedValue[] = [];
  const ahead: (Omit<NamedValue, 'value'> & { readonly of: unknown })[] = [{ within: '', name: '', of: kept }];
  for (let looked = 0; looked < maxLookedAt && values.length < most; looked += 1) {
    const next = ahead.shift();
    if (next === undefined) {
      break;
    }
    const { of, ...called } = next;
    if (isPlain(of)) {
      values.push({ ...called, value: String(of) });
    } else if (Array.isArray(of)) {
      const first: readonly unknown[] = of.slice(0, maxInList);
      const plain = first.filter(isPlain);
      const inside = first.filter((each) => !isPlain(each)).map((each) => ({ ...called, of: each }));
      ahead.unshift(...(plain.length === 0 ? [] : [{ ...called, of: plain.join(', ') }]), ...inside);
    } else if (typeof of === 'object' && of !== null) {
      const inside = Object.entries(of).slice(0, maxLookedAt);
      ahead.unshift(...inside.map(([name, each]) => ({ within: called.name, name, of: each })));
    }
  }
  return values;
}

const isPlain = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || typeof value === 'boolean';
