import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import { defaultPreferences, type Preferences } from '#shared/contract/features/app.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ViewId } from '#shared/views.ts';
import { showLooks } from '../styles/theme.ts';
import { openedKey } from './ahead.ts';
import {
  call,
  keepConnected,
  type OpenProblem,
  on,
  onConnect,
  openProblemOf,
  type Problem,
  problemOf,
} from './connection.ts';
import { followContext, leaveContext, loadContext, useContextStore } from './context-store.ts';
import { go, useView } from './navigation.ts';
import { showInTitle } from './page-title.ts';
import { leavePlace, returnToPlace } from './places.ts';
import { mayLeavePage } from './questions.ts';

type OpenStage = { readonly kind: 'open'; readonly workspace: Workspace; readonly reachable: boolean };

type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'choosing'; readonly problem: OpenProblem | null }
  | OpenStage;

type AppState = {
  readonly stage: Stage;
  readonly version: string;
  readonly recent: Result<'app.start'>['recent'];
  readonly preferences: Preferences;
  readonly today: string;
  readonly abilities: Result<'app.start'>['abilities'];
};

export const useApp = create<AppState>(() => ({
  stage: { kind: 'starting' },
  version: '',
  recent: [],
  preferences: defaultPreferences,
  today: '1970-01-01',
  abilities: { choose: false, reveal: false },
}));

export function workspaceNow(): Workspace | null {
  const { stage } = useApp.getState();
  return stage.kind === 'open' ? stage.workspace : null;
}

/** Connects, and keeps the stores in step with the engine from then on. */
export function followEngine(): void {
  followContext();
  // If it can't be read again, keep the old list.
  on('recent.changed', () => {
    const read = call('workspaces.recent', {}).then(({ places }) => useApp.setState({ recent: places }));
    read.catch(() => undefined);
  });
  on('preferences.changed', ({ preferences }) => takePreferences(Object.assign({ ...preferences }, ...choosing)));
  on('workspace.reachable', ({ workspace, reachable }) => {
    if (changeOpened(workspace, { reachable }) && reachable) {
      void loadContext(workspace);
    }
  });
  // Its entries come with `context.changed`.
  on('workspace.readAnew', ({ workspace, view }) => changeOpened(workspace, { workspace: view }));
  onConnect(() => void start());
  document.addEventListener('visibilitychange', attend);
  window.addEventListener('focus', attend);
  window.addEventListener('blur', attend);
  keepConnected();
}

/** Updates the open workspace; false if another one is open. */
function changeOpened(id: string, what: Partial<OpenStage>): boolean {
  const { stage } = useApp.getState();
  if (stage.kind !== 'open' || stage.workspace.id !== id) {
    return false;
  }
  useApp.setState({ stage: { ...stage, ...what } });
  return true;
}

/** Resolves once the first page content is known: entries, a choice of memories, or the reason for neither. */
export function whenKnown(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { stage } = useApp.getState();
      const context = useContextStore.getState();
      if (
        stage.kind !== 'starting' &&
        (stage.kind !== 'open' || context.kind === 'ready' || context.kind === 'failed')
      ) {
        for (const unsubscribe of stop) {
          unsubscribe();
        }
        resolve();
      }
    };
    const stop = [useApp.subscribe(look), useContextStore.subscribe(look)];
    look();
  });
}

async function start(): Promise<void> {
  try {
    const started = await call('app.start', {});
    const { version, recent, today, abilities } = started;
    useApp.setState({ version, recent, today, abilities });
    takePreferences(started.preferences);
    const { stage } = useApp.getState();
    const path = stage.kind === 'open' ? stage.workspace.path : sessionStorage.getItem(openedKey);
    if (started.workspace && (path === null || path === started.workspace.path)) {
      enter(started.workspace);
    } else if (path !== null) {
      enter(await call('workspaces.open', { path, startEmpty: true }));
    } else {
      choose(started.problem);
    }
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'disconnected') {
      return;
    }
    if (useApp.getState().stage.kind === 'starting' && sessionStorage.getItem(openedKey) !== null) {
      choose(openProblemOf(error, sessionStorage.getItem(openedKey) ?? ''));
    } else {
      useApp.setState({ stage: { kind: 'failed', problem } });
    }
  }
}

/** Shows a workspace. Returns true if the person is back at their earlier place in it. */
function enter(workspace: Workspace, reachable = true): boolean {
  sessionStorage.setItem(openedKey, workspace.path);
  let wasHere = false;
  const state = useContextStore.getState();
  if (state.kind !== 'none' && state.workspace !== workspace.id) {
    const { stage } = useApp.getState();
    // Same folder under another id: another engine. The shown content stays until it has been read again.
    if (stage.kind === 'open' && stage.workspace.path === workspace.path && state.kind === 'ready') {
      useContextStore.setState({ ...state, workspace: workspace.id }, true);
    } else {
      leavePlace(state.workspace);
      leaveContext();
      wasHere = returnToPlace(workspace.id);
    }
  }
  useApp.setState({ stage: { kind: 'open', workspace, reachable } });
  showInTitle({ memory: workspace.name });
  attend();
  void loadContext(workspace.id);
  return wasHere;
}

/** Shows the list of memories, if none could be opened or none was named. */
function choose(problem: OpenProblem | null): void {
  sessionStorage.removeItem(openedKey);
  leaveContext();
  showInTitle({ memory: null });
  useApp.setState({ stage: { kind: 'choosing', problem } });
}

export async function showWorkspace(path: string, startEmpty = false): Promise<void> {
  await moveTo(await call('workspaces.open', { path, startEmpty }));
}

/** Opens a memory in one of its views, unless the person prefers to stay. */
export async function openWorkspaceAt(path: string, view: ViewId): Promise<void> {
  const before = workspaceNow();
  await showWorkspace(path);
  if (before?.path === path || workspaceNow()?.id !== before?.id) {
    go(view);
  }
}

export async function openSample(fresh = false): Promise<void> {
  await moveTo(await call('workspaces.openSample', { fresh }));
}

/** Goes to a workspace, unless the person stays for unsaved text: to Review from Home, else to their earlier place in it. */
async function moveTo(workspace: Workspace): Promise<void> {
  const opened = workspaceNow();
  if (opened === null || opened.id === workspace.id || (await mayLeavePage())) {
    const isFromHome = useView.getState().view === 'home';
    if (!enter(workspace) || isFromHome) {
      go('review');
    }
  }
}

export async function writePreferences(values: Partial<Preferences>): Promise<void> {
  takePreferences({ ...useApp.getState().preferences, ...values });
  choosing = [...choosing, values];
  // A preference that could not be stored still applies while the page is open.
  await call('preferences.write', { values }).catch(() => undefined);
  choosing = choosing.filter((one) => one !== values);
}

/** Preferences being stored: an event about an earlier one must not revert a later one for a moment. */
let choosing: readonly Partial<Preferences>[] = [];

function takePreferences(preferences: Preferences): void {
  showLooks(preferences);
  useApp.setState({ preferences });
}

function attend(): void {
  const workspace = workspaceNow();
  if (workspace) {
    const visible = document.visibilityState === 'visible';
    call('workspaces.attend', { workspace: workspace.id, visible, focused: visible && document.hasFocus() }).catch(
      () => undefined,
    );
  }
}

/** Opens the person's choice in the system's own dialog; nothing if they cancel. */
export async function openChosen(kind: 'file' | 'folder', startEmpty = false): Promise<void> {
  const { path } = await call('workspaces.choose', { kind });
  if (path !== null) {
    await showWorkspace(path, startEmpty);
  }
}
