import { z } from 'zod';
import { copyOf, JsonStorage } from './json-storage.ts';

export type StateValue = z.infer<ReturnType<typeof z.json>>;
type State = Record<string, StateValue>;

export const stateSchema: z.ZodType<State> = z.record(z.string(), z.json());

/** JSON object, read and written name by name. */
export class StateStorage extends JsonStorage<State> {
  static override readonly prefix = 'state';
  protected readonly schema = stateSchema;

  /** Returns a copy of the value of a name; undefined for nothing. */
  get(name: string): StateValue | undefined {
    const all = this.current() ?? {};
    return Object.hasOwn(all, name) ? copyOf(all[name]) : undefined;
  }

  /** Returns a copy of the whole object. */
  all(): State {
    return copyOf(this.current() ?? {});
  }

  /** @throws `value_invalid` if it is no JSON */
  set(name: string, value: StateValue): void {
    this.patch({ [name]: value });
  }

  delete(name: string): void {
    const { [name]: _, ...others } = this.current() ?? {};
    this.replace(others);
  }

  /** Sets several names at once; all others stay. */
  patch(values: Readonly<State>): void {
    this.replace({ ...this.current(), ...values });
  }
}
