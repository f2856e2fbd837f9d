import type { Params, Result } from '../contract.ts';
import type { FoundInMessages, ScannedConversation } from '../features/conversation-scan.ts';
import type { CallOptions, Client } from '../wire/client.ts';
import { pagesOf } from './pages.ts';

/** Enough, since nobody goes through more findings. */
const maxFindings = 2000;

export type ConversationScan = {
  readonly found: readonly ScannedConversation[];
  readonly looked: Result<'conversations.scan'>['looked'];
  /** Conversations that could not be scanned, and why. */
  readonly problems: readonly string[];
};

type ScanParams = Omit<Params<'conversations.scan'>, 'from'>;

/** Scans all conversations, page by page. @param onPage receives the findings so far; returns true to continue */
export async function scanAllConversations(
  { call }: Pick<Client, 'call'>,
  asked: ScanParams,
  onPage: (known: ConversationScan) => boolean = () => true,
  options?: CallOptions,
): Promise<ConversationScan> {
  const found = new Map<string, ScannedConversation>();
  const problems: string[] = [];
  let count = 0;
  let progress: ConversationScan = { found: [], looked: { done: 0, total: 0 }, problems };
  for await (const page of pagesOf(call, 'conversations.scan', asked, options)) {
    for (const one of page.found) {
      const before = found.get(one.conversation.id);
      found.set(one.conversation.id, before ? { ...one, findings: together(before.findings, one.findings) } : one);
      count += one.findings.length;
    }
    problems.push(...page.problems);
    const isTooMuch = page.next !== null && count >= maxFindings;
    if (isTooMuch) {
      problems.push(
        `There are more than ${maxFindings.toLocaleString('en')} findings. Older conversations were not looked through.`,
      );
    }
    progress = { found: [...found.values()], looked: page.looked, problems };
    if (!onPage(progress) || isTooMuch) {
      break;
    }
  }
  return progress;
}

/** Merges the findings of one conversation that two pages scanned: each at its first place. */
function together(before: readonly FoundInMessages[], after: readonly FoundInMessages[]): FoundInMessages[] {
  const byId = new Map(before.map((finding) => [finding.id, finding]));
  for (const finding of after) {
    const conversation = byId.get(finding.id);
    byId.set(finding.id, conversation ? { ...conversation, count: conversation.count + finding.count } : finding);
  }
  return [...byId.values()];
}
