import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { call, on } from '../../api/connection.ts';
import { useOverdue } from '../../ui/skeleton.tsx';
import { ownWork } from './work-list.ts';

type Findings = Result<'work.check'>['findings'];
type FailedChecks = {
  readonly workspace: string | null;
  /** Harmful findings by id of an active workflow; none for workflows that are sound or unchecked. */
  readonly failed: ReadonlyMap<string, Findings>;
  /** Limit on the workflows checked: the latest changed ones are. */
  readonly most: number;
  /** Number of active workflows that are not checked. */
  readonly unchecked: number;
  /** True once all that should be checked have been. */
  readonly isKnown: boolean;
  /** Increases when known results are dropped and checked again. */
  readonly turn: number;
};

/** A check looks for files, so that many of them take a while: the others are checked on request. */
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

/** Checked versions: time of the last change, by workflow id. */
const checked = new Map<string, number>();

function forget(): void {
  checked.clear();
  useFailedChecks.setState(({ turn }) => ({ ...nothing, turn }));
}

on('erase.done', () => {
  forget();
  useFailedChecks.setState(({ turn }) => ({ turn: turn + 1 }));
});

/** Longest wait for the first checks, in milliseconds. */
const longestMs = 600;

/** True once the checks are known, or were waited for long enough: a late line would move the buttons below it. */
export function useAreChecksKnown(workspace: string): boolean {
  const isKnown = useFailedChecks((state) => state.isKnown && state.workspace === workspace);
  const isOverdue = useOverdue(longestMs);
  return isKnown || isOverdue;
}

export const checkAllWork = (): void => useFailedChecks.setState({ most: Number.POSITIVE_INFINITY });

/** Checks active workflows one after the other while they are shown: each once, and again when it changes. */
export function useCheckWork(workspace: string): void {
  const { workflows, isRead, problem } = ownWork.useOf(workspace);
  const isKnown = isRead && problem === null;
  const most = useFailedChecks((state) => state.most);
  const turn = useFailedChecks((state) => state.turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to check again.
  useEffect(() => {
    // An unread list is not an empty one.
    if (!isKnown) {
      return undefined;
    }
    let isOver = false;
    void checkAll(workspace, workflows, { most, isOver: () => isOver });
    return () => {
      isOver = true;
    };
  }, [workspace, workflows, isKnown, most, turn]);
  // A file that a workflow names may come and go without it: next time, check all again.
  useEffect(() => () => checked.clear(), []);
}

type CheckBounds = { readonly most: number; readonly isOver: () => boolean };

async function checkAll(workspace: string, workflows: readonly WorkflowSummary[], { most, isOver }: CheckBounds) {
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
    // It can't be checked any more because it was removed meanwhile.
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

function show(id: string, findings: Findings): void {
  const { failed } = useFailedChecks.getState();
  if (findings.length > 0 || failed.has(id)) {
    const others = [...failed].filter(([other]) => other !== id);
    useFailedChecks.setState({ failed: new Map(findings.length === 0 ? others : [...others, [id, findings]]) });
  }
}
