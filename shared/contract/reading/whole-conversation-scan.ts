import type { Params, Result } from '../contract.ts';
import type { FoundInMessages, ScannedConversation } from '../features/conversation-scan.ts';
import type { CallOptions, Client } from '../wire/client.ts';

/** Nobody goes through more findings. */
const maxFindings = 2000;

export type ConversationScan = {
  /** The latest conversation first. */
  readonly found: readonly ScannedConversation[];
  readonly looked: Result<'conversations.scan'>['looked'];
  /** What was not looked at, and why. */
  readonly problems: readonly string[];
};

type Asked = Omit<Params<'conversations.scan'>, 'from'>;

/**
 * Looks through all conversations, page by page.
 * @param onPage told what is known by now; says whether to go on
 */
export async function scanAllConversations(
  { call }: Pick<Client, 'call'>,
  asked: Asked,
  onPage: (known: ConversationScan) => boolean = () => true,
  options?: CallOptions,
): Promise<ConversationScan> {
  const found = new Map<string, ScannedConversation>();
  const problems: string[] = [];
  let count = 0;
  let from: Params<'conversations.scan'>['from'];
  for (;;) {
    const page = await call('conversations.scan', { ...asked, ...(from && { from }) }, options);
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
    const known = { found: [...found.values()], looked: page.looked, problems };
    if (!onPage(known) || page.next === null || isTooMuch) {
      return known;
    }
    from = page.next;
  }
}

/** Of one conversation, which two pages looked at: each finding where it stands first. */
function together(before: readonly FoundInMessages[], after: readonly FoundInMessages[]): FoundInMessages[] {
  const byId = new Map(before.map((finding) => [finding.id, finding]));
  for (const finding of after) {
    const known = byId.get(finding.id);
    byId.set(finding.id, known ? { ...known, count: known.count + finding.count } : finding);
  }
  return [...byId.values()];
}
