import { create } from 'zustand';
import type { ScannedConversation } from '#shared/contract/features/conversation-scan.ts';
import { type ConversationScan, scanAllConversations } from '#shared/contract/reading/whole-conversation-scan.ts';
import { onIn } from '../../api/answers.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { counted } from '../../wording/counts.ts';

/** State of scanning conversations. It continues while other things are done. */
export type ScanProgress = {
  readonly state: 'not asked' | 'looking' | 'stopped' | 'done';
  readonly scan: ConversationScan;
  readonly problem: Problem | null;
};

const nothing: ScanProgress = {
  state: 'not asked',
  scan: { found: [], looked: { done: 0, total: 0 }, problems: [] },
  problem: null,
};

const useScanStore = create<ScanProgress & { readonly workspace: string | null }>(() => ({
  ...nothing,
  workspace: null,
}));

/** Scan of a workspace; idle for any but the one scanned. */
export const useConversationScan = (workspace: string): ScanProgress =>
  useScanStore((looking) => (looking.workspace === workspace ? looking : nothing));

/** Counts scans, so that a cancelled one reports nothing more. */
let turn = 0;
let cancelCall = (): void => undefined;
let offErased = (): void => undefined;
/** True while the list is in sight, so that no notice is needed. */
let isShown = false;

export function showScanned(): () => void {
  isShown = true;
  return () => {
    isShown = false;
  };
}

export function stopConversationScan(): void {
  turn += 1;
  cancelCall();
  useScanStore.setState({ state: 'stopped' });
}

export async function startConversationScan(workspace: string): Promise<void> {
  const mine = ++turn;
  const isMine = (): boolean => mine === turn;
  useScanStore.setState({ ...nothing, state: 'looking', workspace });
  offErased();
  offErased = onIn(workspace, ['erase.done'], ({ texts }) => forget(texts));
  const options = {
    onStart: (cancel: () => void) => {
      cancelCall = cancel;
    },
    onProgress: (looked: ConversationScan['looked']) =>
      isMine() && useScanStore.setState(({ scan }) => ({ scan: { ...scan, looked } })),
  };
  const report = (scan: ConversationScan): boolean => {
    if (isMine()) {
      useScanStore.setState({ scan });
    }
    return isMine();
  };
  try {
    await scanAllConversations({ call }, { workspace }, report, options);
    if (isMine()) {
      useScanStore.setState({ state: 'done' });
      reportEnd();
    }
  } catch (error) {
    if (isMine()) {
      useScanStore.setState({ state: 'stopped', problem: problemOf(error) });
    }
  }
}

/** Reports the end of the scan if the list is not in sight. */
function reportEnd(): void {
  const open = useScanStore
    .getState()
    .scan.found.flatMap(({ findings }) => findings.filter(({ fine }) => !fine)).length;
  if (!isShown) {
    const result = open === 0 ? 'nothing was found' : counted(open, 'finding', 'findings');
    say(`Conversations checked: ${result}.`, open === 0 ? 'info' : 'warning');
  }
}

const changeFindings = (change: (findings: ScannedConversation['findings']) => ScannedConversation['findings']): void =>
  useScanStore.setState(({ scan }) => ({
    scan: { ...scan, found: scan.found.map((one) => ({ ...one, findings: change(one.findings) })) },
  }));

/** Notes that the person marked something as fine, wherever it is, or removed the mark. */
export const markFindingFine = (id: string, fine: boolean): void =>
  changeFindings((findings) => findings.map((finding) => (finding.id === id ? { ...finding, fine } : finding)));

const forget = (texts: readonly string[]): void =>
  changeFindings((findings) => findings.filter(({ text }) => !texts.some((erased) => text.includes(erased))));
