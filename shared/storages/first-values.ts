/** A value and the name it goes by, after that of what it stands in; empty where it has none, as in a list. */
export type NamedValue = { readonly name: string; readonly value: string };

const between = ' › ';
/** As many are shown in a row. */
const most = 4;
/** So much is looked at: what agents keep may be nested deep, or hold nothing but lists. */
const maxLookedAt = 100;
const maxInList = 20;

/** The first values of what an agent keeps, each with its name; plain values of one list together. Null says nothing. */
export function firstValues(kept: unknown): readonly NamedValue[] {
  const values: NamedValue[] = [];
  const ahead: { readonly name: string; readonly of: unknown }[] = [{ name: '', of: kept }];
  for (let looked = 0; looked < maxLookedAt && values.length < most; looked += 1) {
    const next = ahead.shift();
    if (next === undefined) {
      break;
    }
    const { name, of } = next;
    if (isPlain(of)) {
      values.push({ name, value: String(of) });
    } else if (Array.isArray(of)) {
      const first: readonly unknown[] = of.slice(0, maxInList);
      const plain = first.filter(isPlain);
      const inside = first.filter((each) => !isPlain(each)).map((each) => ({ name, of: each }));
      ahead.unshift(...(plain.length === 0 ? [] : [{ name, of: plain.join(', ') }]), ...inside);
    } else if (typeof of === 'object' && of !== null) {
      const inside = Object.entries(of).slice(0, maxLookedAt);
      ahead.unshift(
        ...inside.map(([within, each]) => ({ name: [lastName(name), within].filter(Boolean).join(between), of: each })),
      );
    }
  }
  return values;
}

/** The name of a value itself, without that of what it stands in. */
export const lastName = (name: string): string => name.split(between).at(-1) ?? '';

const isPlain = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' || typeof value === 'boolean';
