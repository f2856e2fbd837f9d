import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { call, on } from '../../api/connection.ts';
import { useOverdue } from '../../ui/skeleton.tsx';
import { useWorkList } from './work-list.ts';

type Findings = Result<'work.check'>['findings'];
type FailedChecks = {
  readonly workspace: string | null;
  /** What does harm, by the ids of workflows that go on; nothing for those that are sound or were not looked at. */
  readonly failed: ReadonlyMap<string, Findings>;
  /** At most so many are checked: those that changed last. */
  readonly most: number;
  /** How many that go on are not. */
  readonly unchecked: number;
  /** Whether all that are to be have been checked once. */
  readonly isKnown: boolean;
  /** Grows where what was known is forgotten, and is to be checked anew. */
  readonly turn: number;
};

/** A check looks for files, so that many of them take a while: the others are checked when that is asked for. */
const usualMost = 200;

const nothing: FailedChecks = {
  workspace: null,
  failed: new Map(),
  most: usualMost,
  unchecked: 0,
  isKnown: false,
  turn: 0,
};

export const useFailedChecks = create<FailedChecks>(() => nothing);

/** Which versions were checked: when they were written, by the ids of workflows. */
const checked = new Map<string, number>();

function forget(): void {
  checked.clear();
  useFailedChecks.setState(({ turn }) => ({ ...nothing, turn }));
}

on('erase.done', () => {
  forget();
  useFailedChecks.setState(({ turn }) => ({ turn: turn + 1 }));
});

/** So long the first checks are waited for, in milliseconds. */
const longestMs = 600;

/**
 * Whether what is wrong with workflows is known, or was waited for long enough: a line that comes late moves the buttons below
 * it from under the pointer.
 */
export function useAreChecksKnown(workspace: string): boolean {
  const isKnown = useFailedChecks((state) => state.isKnown && state.workspace === workspace);
  const isOverdue = useOverdue(longestMs);
  return isKnown || isOverdue;
}

export const checkAllWork = (): void => useFailedChecks.setState({ most: Number.POSITIVE_INFINITY });

/** Checks workflows that go on, one after the other, while they are looked at: each once, and again when it changes. */
export function useCheckWork(workspace: string): void {
  const workflows = useWorkList((state) =>
    state.workspace === workspace && state.list.kind === 'ready' ? state.list.workflows : none,
  );
  const most = useFailedChecks((state) => state.most);
  const turn = useFailedChecks((state) => state.turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to check anew.
  useEffect(() => {
    // Not read yet is not nothing.
    if (workflows === none) {
      return undefined;
    }
    let isOver = false;
    void checkAll(workspace, workflows, { most, isOver: () => isOver });
    return () => {
      isOver = true;
    };
  }, [workspace, workflows, most, turn]);
  // A file that a workflow names may come and go without it: the next time all are checked anew.
  useEffect(() => () => checked.clear(), []);
}

const none: readonly WorkflowSummary[] = [];

type Checking = { readonly most: number; readonly isOver: () => boolean };

async function checkAll(workspace: string, workflows: readonly WorkflowSummary[], { most, isOver }: Checking) {
  if (useFailedChecks.getState().workspace !== workspace) {
    forget();
    useFailedChecks.setState({ workspace });
  }
  const active = workflows.filter(({ where, status }) => where === 'active' && status !== 'damaged');
  const wanted = active.slice(0, most);
  useFailedChecks.setState({ unchecked: active.length - wanted.length });
  const ids = new Set(wanted.map(({ id }) => id));
  const { failed } = useFailedChecks.getState();
  if ([...failed.keys()].some((id) => !ids.has(id))) {
    useFailedChecks.setState({ failed: new Map([...failed].filter(([id]) => ids.has(id))) });
  }
  for (const { id, changedAt } of wanted.filter((one) => checked.get(one.id) !== one.changedAt)) {
    // One that can’t be checked any more has gone meanwhile.
    const answer = await call('work.check', { workspace, id }).catch(() => null);
    if (isOver()) {
      return;
    }
    checked.set(id, changedAt);
    show(
      id,
      (answer?.findings ?? []).filter(({ severity }) => severity === 'error'),
    );
  }
  useFailedChecks.setState({ isKnown: true });
}

function show(id: string, found: Findings): void {
  const { failed } = useFailedChecks.getState();
  if (found.length > 0 || failed.has(id)) {
    const others = [...failed].filter(([other]) => other !== id);
    useFailedChecks.setState({ failed: new Map(found.length === 0 ? others : [...others, [id, found]]) });
  }
}
