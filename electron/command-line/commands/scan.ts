import { localDay } from '#node/clock.ts';
import type { FoundInMessages, ScannedConversation } from '#shared/contract/features/conversation-scan.ts';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { scanAllConversations } from '#shared/contract/reading/whole-conversation-scan.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { counted, countInWords } from '#shared/text/counts.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import type { Answer, Call, CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';

export const scan: CommandRecord = {
  name: 'scan',
  about:
    'Look for secrets, hidden characters and instructions in a memory, its archive, its sources and what agents store.',
  options: [
    ['--all', 'also what you said is fine', false],
    ['--conversations', 'look through conversations instead, which may take minutes', false],
  ],
  examples: ['scan', 'scan --json', 'scan --conversations'],
  run: (call: Call<ScanOptions>) => (call.options.conversations ? scanConversations(call) : scanMemory(call)),
};

type ScanOptions = { readonly all: boolean; readonly conversations: boolean };

async function scanMemory({ client, workspace, options }: Call<ScanOptions>): Promise<Answer> {
  const { findings, open, problem } = await readPages(client.call, 'scan.list', 'findings', {
    workspace,
    wait: true,
    limit: 1000,
  });
  const shown = findings.filter(({ fine }) => options.all || !fine);
  const lines = [
    ...(shown.length === 0 ? ['Nothing was found.'] : shown.flatMap(findingLines)),
    ...fineLines(findings.length - open, options),
    ...(problem === null ? [] : [oneLine(problem)]),
  ];
  const exitCode = exitCodeFor(open === 0 && problem === null);
  return { json: { findings: shown.map(withoutSecret), open, problem }, lines, exitCode };
}

async function scanConversations({ client, workspace, options }: Call<ScanOptions>): Promise<Answer> {
  const { found, looked, problems } = await scanAllConversations(client, { workspace });
  const findings = found.flatMap((one) => one.findings);
  const isShown = ({ fine }: FoundInMessages): boolean => options.all || !fine;
  const shown = found.flatMap(({ conversation, findings: all }) => {
    const shownFindings = all.filter(isShown);
    return shownFindings.length === 0 ? [] : [{ conversation, findings: shownFindings }];
  });
  const conversations = shown.map(({ conversation, findings: all }) => ({
    conversation,
    findings: all.map(({ text: _, ...finding }) => ({ ...finding, why: whyFound(finding, 'conversation') })),
  }));
  const fine = findings.filter((finding) => finding.fine).length;
  const megabytes = countInWords(Math.ceil(looked.done / 1_000_000));
  const lines = [
    ...(shown.length === 0 ? ['Nothing was found.'] : shown.flatMap(conversationLines)),
    ...fineLines(fine, options),
    `${megabytes} MB of conversations were looked through.`,
    ...problems.map(oneLine),
  ];
  const exitCode = exitCodeFor(findings.length === fine && problems.length === 0);
  return { json: { conversations, open: findings.length - fine, looked, problems }, lines, exitCode };
}

const fineLines = (fine: number, { all }: ScanOptions): string[] =>
  fine > 0 && !all ? [`${counted(fine, 'finding is', 'findings are')} fine, as you said; --all shows them.`] : [];

function conversationLines({ conversation, findings }: ScannedConversation): string[] {
  const { assistant, lastSaidAt, changedAt, id } = conversation;
  return [
    oneLine(`${nameOfConversation(conversation)}, ${assistant}, ${localDay(new Date(lastSaidAt ?? changedAt))}`),
    `  ${oneLine(id)}`,
    ...findings.flatMap((finding) => [
      `  ${finding.author}, at ${finding.at}: ${findingName(finding)}${finding.count > 1 ? `, ${finding.count} times` : ''}${finding.fine ? ' (fine)' : ''}`,
      `    ${oneLine(nameHidden(finding.shown.trim()))}`,
      `    ${whyFound(finding, 'conversation')}`,
    ]),
  ];
}

/** Leaves out the secret and the entry around it, because a script's log may keep the answer. */
const withoutSecret = ({ id, kind, rule, place, file, line, shown, fine }: FoundInFile) => ({
  id,
  kind,
  rule,
  why: whyFound({ kind, rule }),
  place,
  file,
  line,
  shown,
  fine,
});

function findingLines(finding: FoundInFile): string[] {
  const { place, file, line, shown, fine } = finding;
  return [
    `${oneLine(file)}${place === 'storage' ? '' : `:${line}`} ${findingName(finding)}${fine ? ' (fine)' : ''}`,
    `  ${oneLine(nameHidden(shown.trim()))}`,
    `  ${whyFound(finding)}`,
  ];
}
