import { create } from 'zustand';
import type { Result } from '#shared/contract/methods.ts';
import type { Preferences, Workspace } from '#shared/contract/model.ts';
import { showDensity, showTheme } from '../styles/theme.ts';
import { call, keepConnected, on, onConnect } from './connection.ts';
import { followContext, leaveContext, readContext, useContextStore } from './context-store.ts';
import { go } from './navigation.ts';
import { type OpenProblem, openProblemOf, type Problem, problemOf } from './problem.ts';

type Place = Result<'app.start'>['recent'][number];

/** Where the person is: nothing opened yet, or in a workspace. */
export type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'choosing'; readonly problem: OpenProblem | null }
  | { readonly kind: 'open'; readonly workspace: Workspace; readonly reachable: boolean };

type AppState = {
  readonly stage: Stage;
  readonly version: string;
  readonly recent: readonly Place[];
  readonly preferences: Preferences;
  readonly today: string;
  /** What only some hosts can do. */
  readonly abilities: Result<'app.start'>['abilities'];
};

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  reviewSort: 'file',
  reviewFilters: { categories: [], confidences: [], sources: [], age: null, marks: false, pinned: false },
  foldedGroups: [],
};

export const useApp = create<AppState>(() => ({
  stage: { kind: 'starting' },
  version: '',
  recent: [],
  preferences: defaultPreferences,
  today: '1970-01-01',
  abilities: { choose: false, reveal: false },
}));

/** Remembers within this tab what was opened in it, for reloads and for a host that was started anew. */
const openedKey = 'contexture.opened';

/** Connects, and keeps the stores in step with the engine from then on. */
export function followEngine(): void {
  followContext();
  // Where it can't be read again, the list as it was is as good.
  on('recent.changed', () => void refreshRecent().catch(() => undefined));
  on('preferences.changed', ({ preferences }) => takePreferences(preferences));
  on('workspace.reachable', ({ workspace, reachable }) => {
    const { stage } = useApp.getState();
    if (stage.kind === 'open' && stage.workspace.id === workspace) {
      useApp.setState({ stage: { ...stage, reachable } });
      if (reachable) {
        void readContext(workspace);
      }
    }
  });
  onConnect(() => void start());
  document.addEventListener('visibilitychange', attend);
  keepConnected();
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

function enter(workspace: Workspace): void {
  sessionStorage.setItem(openedKey, workspace.path);
  const state = useContextStore.getState();
  if (state.kind !== 'none' && state.workspace !== workspace.id) {
    const { stage } = useApp.getState();
    // The same folder under another id: another engine. What is shown stays until it has been read again.
    if (stage.kind === 'open' && stage.workspace.path === workspace.path && state.kind === 'ready') {
      useContextStore.setState({ ...state, workspace: workspace.id }, true);
    } else {
      leaveContext();
    }
  }
  useApp.setState({ stage: { kind: 'open', workspace, reachable: true } });
  document.title = `${workspace.name} — Contexture`;
  attend();
  void readContext(workspace.id);
}

/** Leaves the workspace for the choice of another. */
export function choose(problem: OpenProblem | null = null): void {
  sessionStorage.removeItem(openedKey);
  leaveContext();
  document.title = 'Contexture';
  useApp.setState({ stage: { kind: 'choosing', problem } });
}

export async function openWorkspace(path: string, startEmpty = false): Promise<void> {
  enter(await call('workspaces.open', { path, startEmpty }));
  go('review');
}

export async function openSample(fresh = false): Promise<void> {
  enter(await call('workspaces.openSample', { fresh }));
  go('review');
}

async function refreshRecent(): Promise<void> {
  const { places } = await call('workspaces.recent', {});
  useApp.setState({ recent: places });
}

/** Shows a choice at once and has it kept. */
export async function writePreferences(values: Partial<Preferences>): Promise<void> {
  takePreferences({ ...useApp.getState().preferences, ...values });
  // A choice of looks that could not be kept still holds for as long as the page is open.
  await call('preferences.write', { values }).catch(() => undefined);
}

function takePreferences(preferences: Preferences): void {
  showTheme(preferences.theme);
  showDensity(preferences.density);
  useApp.setState({ preferences });
}

function attend(): void {
  const { stage } = useApp.getState();
  if (stage.kind === 'open') {
    const visible = document.visibilityState === 'visible';
    call('workspaces.attend', { workspace: stage.workspace.id, visible }).catch(() => undefined);
  }
}
