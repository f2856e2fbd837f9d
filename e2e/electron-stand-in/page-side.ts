/**
 * Names through which the browser's side calls into the page and back. Those into the main process are removed before
 * the page's code runs.
 */
export const toMain = '__standInToMain';
export const fromMain = '__standInFromMain';
export const openOutside = '__standInOpen';
export const toStorage = '__standInStorage';

type Names = { readonly toMain: string; readonly fromMain: string; readonly open: string };
type Preload = (require: (name: string) => unknown, module: object, exports: object) => void;

/**
 * Runs in the page before anything else: provides `electron` as a sandboxed preload script gets it, then runs that
 * script. Both run in the page's own world; Electron's isolation is one of the things the stand-in can't show.
 */
function installPreload(names: Names, preload: Preload): void {
  if (window !== window.top) {
    return;
  }
  const world = window as unknown as Record<string, unknown>;
  const take = (name: string): ((...values: unknown[]) => Promise<unknown>) => {
    const found = world[name];
    delete world[name];
    return found as (...values: unknown[]) => Promise<unknown>;
  };
  const send = take(names.toMain);
  const open = take(names.open);
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>();
  const paths = new Map<string, string>();

  Object.defineProperty(world, names.fromMain, {
    value: {
      receive: (messages: readonly (readonly [string, readonly unknown[]])[]) => {
        for (const [channel, values] of messages) {
          for (const listener of listeners.get(channel) ?? []) {
            listener({}, ...values);
          }
        }
      },
      knowPath: (name: string, path: string) => paths.set(name, path),
    },
  });
  window.open = (url) => {
    void open(new URL(String(url ?? 'about:blank'), location.href).href);
    return null;
  };

  const guarded = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        if (!(key in object)) {
          throw new Error(`The stand-in for Electron has no ${name}.${String(key)}.`);
        }
        return Reflect.get(object, key, receiver);
      },
    });

  /** Copies values that cross the bridge and wraps functions. */
  const bridged = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...values: unknown[]) => bridged(value(...values.map(bridged)));
    }
    if (value instanceof File || typeof value !== 'object' || value === null) {
      return value;
    }
    if (Object.getPrototypeOf(value) === Object.prototype) {
      return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, bridged(part)])));
    }
    return structuredClone(value);
  };

  const electron = guarded('electron', {
    contextBridge: guarded('contextBridge', {
      exposeInMainWorld: (name: string, api: unknown) => {
        Object.defineProperty(world, name, { value: bridged(api), enumerable: true });
      },
    }),
    ipcRenderer: guarded('ipcRenderer', {
      on: (channel: string, listener: (...values: unknown[]) => void) => {
        const set = listeners.get(channel) ?? new Set();
        listeners.set(channel, set.add(listener));
      },
      send: (channel: string, ...values: unknown[]) => {
        void send(channel, structuredClone(values));
      },
    }),
    webUtils: guarded('webUtils', { getPathForFile: (file: File) => paths.get(file.name) ?? '' }),
  });
  const requireFrom = (name: string): unknown => {
    if (name !== 'electron') {
      throw new Error(`module not found: ${name}. A sandboxed preload script has electron alone.`);
    }
    return electron;
  };
  const module = { exports: {} };
  preload(requireFrom, module, module.exports);
}

/**
 * Keeps the page's session storage for the page that replaces it if its process ends, as Electron does. Runs before
 * anything else, except in frames and in the blank page, which have none.
 */
function installStorage(name: string, kept: readonly (readonly [string, string])[]): void {
  if (window !== window.top || !location.protocol.startsWith('http')) {
    return;
  }
  const world = window as unknown as Record<string, unknown>;
  const keep = world[name] as (key: string, value: string | null) => Promise<void>;
  delete world[name];
  for (const [key, value] of kept) {
    if (sessionStorage.getItem(key) === null) {
      sessionStorage.setItem(key, value);
    }
  }
  const { setItem, removeItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    if (this === sessionStorage) {
      void keep(key, String(value));
    }
  };
  Storage.prototype.removeItem = function (key) {
    removeItem.call(this, key);
    if (this === sessionStorage) {
      void keep(key, null);
    }
  };
}

export const storageScript = (kept: ReadonlyMap<string, string>): string =>
  `(${installStorage})(${JSON.stringify(toStorage)}, ${JSON.stringify([...kept])});`;

/** The whole script as text. It includes the preload script, because a page's policy allows no code from text. */
export function preloadScript(source: string): string {
  const names: Names = { toMain, fromMain, open: openOutside };
  return `(${installPreload})(${JSON.stringify(names)}, function (require, module, exports) {\n${source}\n});`;
}
