import { ContextureError } from '#shared/contract/errors.ts';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { refOf } from '#shared/entries/entry.ts';
import { findingKinds } from '#shared/scan/finding.ts';
import { withoutFinding } from '#shared/scan/mend.ts';
import { scanText } from '#shared/scan/scan-text.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Topics } from '../topics/topics.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createFineFindings } from './fine-findings.ts';
import { type LocatedFinding, locateFinding, type ScannedText } from './locate.ts';
import { createLookAtAll, type ScanSources } from './look-at-all.ts';
import { createSecrets } from './secrets.ts';

type FoundInText = Pick<FoundInFile, 'id' | 'kind' | 'rule' | 'shown' | 'text' | 'fine'> & {
  readonly from: number;
};

/** Limit on reported characters of a finding. */
const maxReported = 2000;

/**
 * Scans the memory, its archive, the files read before it and agents' data for texts that a person may want to look at.
 * Begins only when someone asks, and nothing waits for it.
 */
export function createScan(
  needs: Pick<WorkspaceParts, 'ports' | 'access' | 'dataFolder' | 'tell'>,
  sources: ScanSources,
) {
  const { access, tell } = needs;
  const secrets = createSecrets(needs);
  const all = createLookAtAll(needs, sources, secrets);
  const fine = createFineFindings(needs);
  /** Ids of findings in conversations, of which nothing else is remembered. */
  const inConversations = new Set<string>();
  return {
    /** Lists the findings so far, or, with `wait`, once everything was scanned. */
    async list({ offset, limit, wait }: { readonly offset: number; readonly limit: number; readonly wait: boolean }) {
      await all.notice();
      const looking = all.catchUp();
      if (wait) {
        await looking;
      }
      const findings = all.found();
      const { idOf, isFine } = await (findings.length === 0 ? fine.read() : fine.begin());
      return {
        findings: findings.slice(offset, offset + limit).map((each) => viewOf(each, idOf(each), isFine(each))),
        total: findings.length,
        open: findings.filter((each) => !isFine(each)).length,
        isWhole: all.isWhole(),
        problem: secrets.problem() ?? all.problem(),
      };
    },
    /** @throws `not_found` if the finding is no longer there */
    async settle(id: string, isFine: boolean): Promise<void> {
      await all.notice();
      await all.catchUp();
      await access.inTurn(async () => {
        const { idOf, fine: before, write } = await fine.read();
        if (isFine && !inConversations.has(id) && !all.found().some((each) => idOf(each) === id)) {
          throw new ContextureError('not_found', 'What was found is not there any more.');
        }
        await write([...before.filter((each) => each !== id), ...(isFine ? [id] : [])]);
      });
      tell('scan.changed', {});
    },
    newSecretsIn: secrets.newIn,
    masked: secrets.masked,
    /** Findings in a text of a conversation, with their places in it. */
    async inConversation(text: string, of: 'said' | 'answer'): Promise<readonly FoundInText[]> {
      const findings = scanText(text, { secrets: await secrets.find(text), of });
      const { idOf, isFine } = await (findings.length === 0 ? fine.read() : fine.begin());
      const located = locateFinding({ place: 'memory', file: '', text, document: null }, findings);
      return located.map((finding, index) => {
        const id = idOf(finding);
        inConversations.add(id);
        const { kind, rule, shown } = finding;
        const shortened = finding.text.slice(0, maxReported);
        return { id, kind, rule, shown, text: shortened, fine: isFine(finding), from: findings[index]?.from ?? 0 };
      });
    },
    /** Reason why no secrets can be found; null if they can. */
    problem: secrets.problem,
    /** Removes fingerprints of fine findings that are about to be erased. */
    async eraseFine(turn: Turn, eraser: Eraser): Promise<void> {
      const { idOf, fine: before, write } = await fine.read();
      if (before.length === 0) {
        return;
      }
      await all.inTurn(turn);
      // Findings in a conversation have the text as it is there.
      const asGiven = findingKinds.flatMap((kind) => eraser.texts.map((text) => idOf({ kind, text })));
      const erasedIds = new Set([...all.found().filter(isErasedBy(eraser)).map(idOf), ...asGiven]);
      if (before.some((id) => erasedIds.has(id))) {
        await write(before.filter((id) => !erasedIds.has(id)));
      }
    },
    remembered: (): string[] => all.found().flatMap(({ text, shown, entry }) => [text, shown, entry?.raw ?? '']),
    forget: all.forget,
    close: all.close,
  };
}
export type Scan = ReturnType<typeof createScan>;

/** True if erasing touches a finding, which may be longer or shorter than the erased text. */
const isErasedBy =
  (eraser: Eraser) =>
  ({ text, entry }: LocatedFinding): boolean =>
    eraser.occurs(text) || (entry !== null && eraser.occurs(entry.raw) && !eraser.cut(entry.raw).includes(text));

function viewOf({ entry, ...located }: LocatedFinding, id: string, isFine: boolean): FoundInFile {
  const { kind, text, place } = located;
  const view = { ...located, id, text: text.slice(0, maxReported), fine: isFine };
  if (place !== 'memory' || entry === null) {
    return { ...view, entry: null, mended: null };
  }
  const without = (field: string): string => withoutFinding(kind, text, field) ?? field;
  const after = { key: entry.key && without(entry.key), value: without(entry.value) };
  const isOther = after.key !== entry.key || after.value !== entry.value;
  return { ...view, entry: refOf(entry), mended: isOther ? after : null };
}

type TextNeeds = Pick<WorkspaceParts, 'layout'> & {
  readonly contextFile: Pick<ContextFile, 'document'>;
  readonly topics: Pick<Topics, 'list'>;
  readonly memoryFiles: { read(): readonly { readonly path: string; readonly text: string }[] };
};

export function textsToScan({ layout, contextFile, topics, memoryFiles }: TextNeeds): ScannedText[] {
  const document = contextFile.document();
  const sources = memoryFiles.read();
  return [
    { place: 'memory', file: layout.contextName, text: document.text, document },
    ...topics
      .list()
      .flatMap(({ file, read }) => (read ? [{ place: 'topic', file, text: read.text, document: null } as const] : [])),
    ...sources.map(({ path, text }) => ({ place: 'source', file: path, text, document: null }) as const),
  ];
}
