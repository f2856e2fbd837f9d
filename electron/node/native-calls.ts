import { createRequire } from 'node:module';

/** The calls Node itself lacks. `fd` is an open file's descriptor; errors carry an errno name in `code`. */
type NativeCalls = {
  /** Gives two paths each other's file in one atomic step (Linux, macOS). */
  swap(from: string, to: string): Promise<void>;
  /** Takes an exclusive kernel lock on a file open for writing; false if someone else has it. */
  tryLock(fd: number): boolean;
  listAttrs(fd: number): Promise<string[]>;
  getAttr(fd: number, name: string): Promise<Uint8Array | null>;
  setAttr(fd: number, name: string, value: Uint8Array): Promise<void>;
};

let loaded: NativeCalls | null | undefined;

/** Loads the native extension; null if it has no build for this machine, and callers do without it. */
export function nativeCalls(): NativeCalls | null {
  if (loaded === undefined) {
    try {
      loaded = createRequire(import.meta.url)('fs-native-extensions') as NativeCalls;
    } catch {
      loaded = null;
    }
  }
  return loaded;
}

/** Makes an error like the system's, for calls this machine does not have. */
export function missingCall(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOSYS: this system has no call to ${name}`), { code: 'ENOSYS' });
}
