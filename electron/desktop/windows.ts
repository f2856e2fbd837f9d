import type { Engine, StartedWith } from '#engine/engine.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import { goTo, type ViewId } from '#shared/views.ts';
import { type MainWindow, type MainWindowOptions, openMainWindow } from './main-window.ts';
import type { MemoryRequest } from './open-requests.ts';
import type { WindowStates } from './window-state.ts';

type WindowsOptions = Pick<MainWindowOptions, 'connections' | 'log' | 'preload' | 'isQuitting' | 'onKeptOpen'> & {
  readonly engine: Engine;
  readonly states: WindowStates;
  readonly quit: () => void;
  /** Goes on quitting, once a window that was asked lets it. */
  readonly goOnQuitting: () => void;
  readonly onSessionEnd: () => void;
  /** Called with what can be undone in the window used last. */
  readonly onUndoRedo: (undoRedo: UndoRedo) => void;
};

/** `here` in the window used last, or `beside` it, unless a window shows nothing. */
type Where = 'here' | 'beside';

const nothingOpen: Promise<StartedWith> = Promise.resolve({ workspace: null, problem: null });

export type Windows = ReturnType<typeof createWindows>;

/** Opens windows, each on its memory, and knows the one used last. */
export function createWindows(options: WindowsOptions) {
  const { engine, states, quit, isQuitting } = options;
  const windows = new Set<MainWindow>();
  const undoRedoOf = new WeakMap<MainWindow, UndoRedo>();
  let latest: MainWindow | null = null;
  let count = 0;
  let saved: Promise<unknown> = Promise.resolve();

  /** Path of the memory in a window; null for the sample, which is opened another way. */
  function pathIn(main: MainWindow): string | null {
    const shown = main.shown();
    return shown === null || shown.sample ? null : shown.path;
  }

  /** Keeps what is open for the next start. What was open at the end stays. */
  function keepOpen(): void {
    if (windows.size > 0 && !isQuitting()) {
      void states.keepOpen([...new Set([...windows].flatMap((each) => pathIn(each) ?? []))]);
    }
  }

  function use(main: MainWindow): void {
    latest = main;
    options.onUndoRedo(undoRedoOf.get(main) ?? { undo: null, redo: null });
  }

  /** @param path path of the memory it opens on, as far as it is known yet */
  function create(opened: Promise<StartedWith>, path: string | null, view: ViewId | null = null): MainWindow {
    count += 1;
    const main: MainWindow = openMainWindow({
      ...options,
      caller: `window-${count}`,
      opened,
      view,
      place: states.placeOf(path),
      taken: [...windows].map(({ window }) => window.getNormalBounds()),
      keepPlace: (place) => states.keepPlace(pathIn(main), place),
      onShown: keepOpen,
      onKeptOpen: () => {
        options.onKeptOpen();
        keepOpen();
      },
      onSessionEnding: quit,
      onUndoRedo: (undoRedo) => {
        undoRedoOf.set(main, undoRedo);
        if (latest === main) {
          options.onUndoRedo(undoRedo);
        }
      },
      onStartWithout: () => {
        // Another window, since this one's page remembers what was open.
        create(nothingOpen, null);
        main.window.destroy();
      },
      onMayClose: (forQuit) => (forQuit ? options.goOnQuitting() : main.window.close()),
      quit,
      onClosed: (placeSaved) => {
        windows.delete(main);
        latest = latest === main ? ([...windows].at(-1) ?? null) : latest;
        saved = Promise.all([saved, placeSaved]);
        keepOpen();
      },
    });
    main.window.on('focus', () => use(main));
    windows.add(main);
    use(main);
    return main;
  }

  const windowOf = ({ workspace }: StartedWith): MainWindow | undefined =>
    [...windows].find((each) => workspace !== null && each.shown()?.id === workspace.id);

  return {
    create,
    /** Window used last; null if none is open. */
    latest: (): MainWindow | null => latest,
    of: (caller: string): MainWindow | null => [...windows].find((each) => each.caller === caller) ?? null,
    /** Opens a memory, or brings the window that shows it to the front. */
    async open(request: MemoryRequest, where: Where): Promise<MainWindow> {
      const started = await engine.openAtStart(request);
      const { workspace } = started;
      const there = windowOf(started);
      const target = there ?? (where === 'here' ? latest : [...windows].find((each) => each.shown() === null));
      const isShown =
        target != null &&
        (target === there || ('path' in request ? target.openPath(request.path) : target.run('open-sample')));
      if (!isShown) {
        return create(Promise.resolve(started), workspace?.path ?? null);
      }
      target.focus();
      return target;
    },
    /** Shows a memory in one of its views, in the window that shows it already or another. */
    async show(path: string, view: ViewId): Promise<void> {
      const started = await engine.openAtStart({ path });
      const there = windowOf(started);
      if (there?.run(goTo(view))) {
        there.focus();
      } else {
        create(Promise.resolve(started), started.workspace?.path ?? null, view);
      }
    },
    openEmpty: (): MainWindow => create(nothingOpen, null),
    /** Resolves once the place of each closed window is kept. */
    saved: (): Promise<unknown> => saved,
  };
}
