import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { FoundInMessages, ScannedConversation } from '#shared/contract/features/conversation-scan.ts';
import type { SearchPlace } from '#shared/contract/features/conversation-search.ts';
import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { counted } from '#shared/text/counts.ts';
import type { CancellationToken } from '../../cancellation.ts';
import type { Ports } from '../../ports.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { partOf } from '../indexing/read-into-index.ts';
import { firstFrom, inOrder } from '../indexing/search.ts';
import { unshownIn } from '../raw-lines.ts';
import { briefOf, conversationSummary, itemsFrom } from '../read-conversation.ts';

export type ConversationScanner = {
  inConversation(
    text: string,
    of: 'said' | 'answer',
  ): Promise<
    readonly (Pick<FoundInFile, 'id' | 'kind' | 'rule' | 'shown' | 'text' | 'fine'> & { readonly from: number })[]
  >;
};

type ScanAnswer = Result<'conversations.scan'>;

/** Maximum bytes read for one page, so that progress is reported. */
const maxRead = 16 * 1024 * 1024;
const sliceItems = 200;
/** Characters looked at in one go, which takes some milliseconds; two pieces overlap by `shared`. */
const piece = 64 * 1024;
const shared = 4 * 1024;
/** Characters after which others have their turn. */
const atOnce = 2 * piece;
/** Maximum findings in one conversation: nobody goes through more, and several such fit in an answer. */
const maxOfOne = 100;
const maxOfPage = 400;

/** @param all the conversations to look through, and where to go on */
export async function scanConversations(
  ports: Ports,
  scan: ConversationScanner,
  { all, from }: { readonly all: readonly CatalogueItem[]; readonly from: SearchPlace | undefined },
  token: CancellationToken,
): Promise<ScanAnswer> {
  const wanted = [...all].sort(inOrder);
  const first = from === undefined ? 0 : firstFrom(wanted, from);
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  const before = wanted.slice(0, first).reduce((sum, { bytes }) => sum + bytes, 0);
  const reading = { ports, scan, token, left: maxRead, sinceOthers: 0, looked: { done: before, total } };
  const scanned: ScannedConversation[] = [];
  const problems: string[] = from === undefined ? partlyLookedAt(wanted) : [];
  for (let number = first; number < wanted.length; number++) {
    const one = wanted[number] as CatalogueItem;
    const at = number === first && from?.id === one.id ? from.at : 0;
    const isFull = scanned.reduce((sum, { findings }) => sum + findings.length, 0) > maxOfPage - maxOfOne;
    if (reading.left <= 0 || isFull || token.cancelled()) {
      return { found: scanned, problems, looked: reading.looked, next: { id: one.id, changedAt: one.changedAt, at } };
    }
    const { findings, next, problems: ofOne } = await scanOne(reading, one, at);
    if (findings.length > 0) {
      scanned.push({ conversation: briefOf(await conversationSummary(ports, one)), findings });
    }
    problems.push(...ofOne);
    if (next !== null) {
      return {
        found: scanned,
        problems,
        looked: reading.looked,
        next: { id: one.id, changedAt: one.changedAt, at: next },
      };
    }
  }
  return { found: scanned, problems, looked: { done: total, total }, next: null };
}

/** Ids of conversations in shared files, which are read message by message. */
const partlyLookedAt = (all: readonly CatalogueItem[]): string[] =>
  [...new Set(all.filter(({ inner }) => inner !== null).map(({ path }) => path))].map(
    (path) => `${path}: only the messages of its conversations are looked at.`,
  );

type ScanState = {
  readonly ports: Ports;
  readonly scan: ConversationScanner;
  readonly token: CancellationToken;
  left: number;
  sinceOthers: number;
  looked: ScanAnswer['looked'];
};

async function scanOne(reading: ScanState, conversation: CatalogueItem, from: number) {
  const { ports, token } = reading;
  const byId = new Map<string, FoundInMessages>();
  const done = reading.looked.done;
  let unread = 0;
  const result = (next: number | null, problem: string | null) => {
    const findings = [...byId.values()];
    const sentences = [
      ...(problem === null ? [] : [problem]),
      ...(unread === 0 ? [] : [`${counted(unread, 'line', 'lines')} could not be read.`]),
      ...(findings.length > maxOfOne
        ? [`${counted(findings.length - maxOfOne, 'finding', 'findings')} more, which are not listed.`]
        : []),
    ];
    return {
      findings: findings.slice(0, maxOfOne),
      next,
      problems: sentences.map((one) => `${conversation.path}: ${one}`),
    };
  };
  try {
    for (let at: number | null = from; at !== null; ) {
      if (reading.left <= 0 || token.cancelled()) {
        return result(at, null);
      }
      const begin: number = at;
      const slice: Awaited<ReturnType<typeof itemsFrom>> = await itemsFrom(ports, conversation, begin, sliceItems);
      unread += slice.odd.filter(({ why }) => why === 'unread').length;
      await scanItems(reading, slice.items, byId);
      for await (const unshown of unshownIn(ports, conversation, begin, slice)) {
        await scanItems(reading, unshown, byId, true);
      }
      reading.left -= conversation.bytes * (partOf(slice.after, slice.end) - partOf(begin, slice.end));
      reading.looked = { ...reading.looked, done: done + conversation.bytes * partOf(slice.after, slice.end) };
      token.progress(reading.looked);
      at = slice.after;
    }
  } catch (error) {
    reading.looked = { ...reading.looked, done: done + conversation.bytes };
    return result(null, toContextureError(error).message);
  }
  return result(null, null);
}

/** A text to look at, with the items it consists of and the place in it where each begins. */
type Piece = {
  readonly of: 'said' | 'answer';
  text: string;
  readonly parts: { readonly from: number; readonly item: ConversationItem }[];
};

async function scanItems(
  reading: ScanState,
  items: readonly ConversationItem[],
  byId: Map<string, FoundInMessages>,
  /** Set for text beside messages, which often repeats them: known findings are not counted again. */
  isUnshown = false,
): Promise<void> {
  const { ports, scan, token } = reading;
  for (const { of, text, parts } of piecesOf(items)) {
    if (token.cancelled()) {
      return;
    }
    for (const { from, ...finding } of await scan.inConversation(text, of)) {
      const item = parts.findLast((part) => part.from <= from)?.item;
      const previous = byId.get(finding.id);
      if (previous !== undefined) {
        byId.set(finding.id, { ...previous, count: previous.count + (isUnshown ? 0 : 1) });
      } else if (item !== undefined) {
        byId.set(finding.id, { ...finding, at: item.at, author: item.author, count: 1 });
      }
    }
    reading.sinceOthers += text.length;
    if (reading.sinceOthers > atOnce) {
      reading.sinceOthers = 0;
      await new Promise<void>((resolve) => ports.clock.after(0, resolve));
    }
  }
}

const whose = (block: Block): Piece['of'] => (block.kind === 'result' ? 'answer' : 'said');

/** Texts of items, short ones joined and long ones in parts. */
function piecesOf(items: readonly ConversationItem[]): readonly Piece[] {
  const pieces: Piece[] = [];
  const open = new Map<Piece['of'], Piece>();
  for (const item of items) {
    for (const block of item.blocks) {
      const of = whose(block);
      const text = textOfBlock(block);
      for (let from = 0; from < text.length; from += piece - shared) {
        const part = text.slice(from, from + piece);
        let into = open.get(of);
        if (into === undefined || into.text.length + part.length > piece) {
          into = { of, text: '', parts: [] };
          pieces.push(into);
          open.set(of, into);
        }
        into.parts.push({ from: into.text.length, item });
        into.text += `${part}\n\n`;
      }
    }
  }
  return pieces;
}
