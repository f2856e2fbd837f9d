import { ChevronRight, EyeOff } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Block, ItemMark, PageItem } from '#shared/contract/features/conversations.ts';
import { isInserted } from '#shared/conversations/formats/put-in.ts';
import { readableAnswer, readableJson } from '#shared/conversations/reading/readable-json.ts';
import { useApp } from '../../../api/app-store.ts';
import type { RowPlace } from '../../../list/row-place.ts';
import { classNames } from '../../../ui/class-names.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted, tokensInWords } from '../../../wording/counts.ts';
import { dayInWords, momentInWords, timeInWords } from '../../../wording/dates.ts';
import { blockLine, callInWords, foldKey } from './blocks.ts';
import { changesIn } from './call-input.ts';
import { FileChanges } from './file-changes.tsx';
import styles from './item-view.module.css';
import type { ItemRow } from './item-window.ts';
import { type CutBlock, cutOf, LongBlock, useRest } from './long-text.tsx';
import { MarkdownText, PlainText } from './markdown.tsx';
import type { Fate, Sight } from './still-sees.ts';

type ItemViewProps = Readonly<{
  conversation: string;
  row: ItemRow;
  assistant: string;
  /** Tool names by call id. */
  tools: ReadonlyMap<string, string>;
  /** Keys of unfolded parts. */
  open: ReadonlySet<string>;
  /** Fate of the item for a model; null if not requested, or if it is kept. */
  fate: Fate | null;
  /** Note on how much of the items above a model sees; null if not requested, or if it belongs to another item. */
  seenFrom: Sight['seenFrom'];
  /** True if it was rewound and replaced by later items. */
  isRewound: boolean;
  found: readonly string[];
  isCurrent: boolean;
  tabStop: boolean;
  place: RowPlace;
  onToggle: (key: string) => void;
  onPress: (at: number) => void;
}>;

export const ItemView = memo(function ItemView(props: ItemViewProps) {
  const { row, assistant, fate, seenFrom, isRewound, isCurrent, tabStop, place, onPress } = props;
  const { item, begins, day } = row;
  const today = useApp((state) => state.today);
  const { at, author, kind, time } = item;
  const marks: readonly ItemMark[] =
    isRewound && !item.marks.includes('rewound') ? [...item.marks, 'rewound'] : item.marks;
  const who = speakerInWords(item, assistant);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useReaderCommands.
    <article
      ref={place.ref}
      data-index={place['data-index']}
      style={place.style}
      className={classNames(place.className, styles['item'])}
      aria-label={[
        who,
        ...marks.map((mark) => markWords[mark]),
        fate?.why ?? '',
        time === null ? '' : momentInWords(time),
      ]
        .filter(Boolean)
        .join(', ')}
      aria-posinset={place['aria-rowindex']}
      aria-setsize={-1}
      aria-current={isCurrent}
      data-item={at}
      data-author={kind === 'message' ? author : kind}
      data-aside={marks.length > 0 || undefined}
      data-fate={fate?.what}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => onPress(at)}
    >
      {seenFrom !== null && (
        <p className="divider above-4 below-3">
          <span>
            {assistant} {seenFrom.isAll ? 'no longer sees what is above' : 'sees only some of what is above'}
          </span>
        </p>
      )}
      {day !== null && <h2 className={styles['day']}>{dayInWords(day, today)}</h2>}
      {begins && (
        <p className={styles['who']}>
          <strong>{who}</strong>
          {marks.map((mark) => (
            <span key={mark} className="tag">
              {markWords[mark]}
            </span>
          ))}
          {author === 'assistant' && item.model !== null && (
            <VisibleText as="span" className="detail" text={item.model} />
          )}
          {time !== null && (
            <time className="count" dateTime={new Date(time).toISOString()}>
              {timeInWords(time)}
            </time>
          )}
        </p>
      )}
      {fate !== null && !fate.isToldBelow && (
        <p className="detail with-icon">
          {fate.what === 'dropped' && <EyeOff aria-hidden />} {fate.why}
        </p>
      )}
      {kind === 'compaction' && <Compaction {...props} />}
      {kind === 'rewind' && <Rewind turns={item.turns} />}
      {kind === 'message' && <Blocks {...props} />}
    </article>
  );
});

const markWords: Readonly<Record<ItemMark, string>> = {
  side: 'Sub-agent',
  rewound: 'Taken back',
  summary: 'Summary of what came before',
  injected: 'Put in by the program',
  error: 'No answer',
  queued: 'Sent while it worked',
};

function speakerInWords({ kind, author }: PageItem, assistant: string): string {
  if (kind === 'compaction') {
    return 'Shortened';
  }
  if (kind === 'rewind') {
    return 'Taken back';
  }
  return { person: 'You', assistant, tool: 'Result', program: assistant }[author];
}

/** Point where the assistant lost most of what came before, except for a summary. The amount lost is shown on demand. */
function Compaction(props: ItemViewProps) {
  const { item, isSummed } = props.row;
  const { trigger = null, before = null, after = null } = item.compaction ?? {};
  const how = trigger === 'auto' ? ' automatically' : trigger === 'manual' ? ' by you' : '';
  const amounts = [
    before !== null && `${tokensInWords(before)} before`,
    after !== null && `${tokensInWords(after)} after`,
  ];
  const isAllReplaced =
    (isSummed || item.blocks.length > 0) &&
    item.compaction?.keptFrom === null &&
    item.compaction.left === null &&
    item.compaction.keepsOfPerson === undefined;
  return (
    <>
      <p className="divider above-4 below-3">
        <span title={amounts.filter(Boolean).join(', ') || undefined}>
          Shortened here{how}
          {isAllReplaced && ': everything above was replaced by a summary'}
        </span>
      </p>
      {item.blocks.length > 0 && <Blocks {...props} />}
    </>
  );
}

function Rewind({ turns }: Readonly<{ turns: number | null }>) {
  return (
    <p className="divider above-4 below-3">
      <span>
        {turns === null ? 'Messages were' : counted(turns, 'message of yours was', 'messages of yours were')} taken back
        here
      </span>
    </p>
  );
}

function Blocks(props: ItemViewProps) {
  const { item } = props.row;
  return (
    <div className={styles['blocks']}>
      {item.blocks.map((block, index) => {
        const name = foldKey(item.at, index);
        return (
          <OneBlock key={name} {...props} block={block} name={name} cut={cutOf(props.conversation, item, index)} />
        );
      })}
    </div>
  );
}

type OneBlockProps = ItemViewProps & Readonly<{ block: Block; name: string; cut: CutBlock | null }>;

function OneBlock(props: OneBlockProps) {
  const { row, block, found, tools, cut, isCurrent } = props;
  const { author } = row.item;
  const long = 'text' in block && <LongBlock text={block.text} found={found} cut={cut} isSought={isCurrent} />;
  switch (block.kind) {
    case 'text':
      if (author === 'program') {
        return (
          <Fold
            {...props}
            title={row.item.kind === 'compaction' ? 'Summary' : null}
            about={blockLine(block.text)}
            isProse
          >
            {long}
          </Fold>
        );
      }
      // Part of a text may mean something else in Markdown than all of it.
      return author === 'assistant' && cut === null ? <MarkdownText text={block.text} found={found} /> : long;
    case 'thinking':
      return (
        <Fold {...props} title="Thought" about={blockLine(block.text)} isProse>
          {long}
        </Fold>
      );
    case 'call':
      return (
        <Fold {...props} title={block.name || 'Tool'} about={callInWords(block.input)}>
          <Call name={block.name} input={block.input} found={found} cut={cut} />
        </Fold>
      );
    case 'result':
      return (
        <Fold
          {...props}
          title={`${block.isError ? 'Error' : 'Result'}${nameOf(block.id, tools)}`}
          about={resultInWords(block.isError ? withoutError(readableAnswer(block.text)) : readableAnswer(block.text))}
          isError={block.isError}
        >
          <LongBlock text={block.text} found={found} cut={cut} isSought={isCurrent} readable={readableAnswer} />
        </Fold>
      );
    case 'other':
      return isInserted(block) ? (
        <Fold {...props} title="Put in by the program" about={blockLine(block.text)} isProse>
          {long}
        </Fold>
      ) : (
        <div className="quiet">
          [<VisibleText text={kindInWords(block.type)} />]
          {block.text !== '' && <PlainText text={block.text} found={found} />}
        </div>
      );
  }
}

/** Programs name images, sounds and files each in their own way. */
const kindInWords = (type: string): string => /image|audio|video|file|document/.exec(type)?.[0] ?? type;

const nameOf = (id: string | null, tools: ReadonlyMap<string, string>): string => {
  const name = id === null ? undefined : tools.get(id);
  return name === undefined ? '' : ` from ${name}`;
};

/** The title already says that it is an error. */
const withoutError = (text: string): string => text.replace(/^\s*error:\s*/i, '');

function resultInWords(text: string): string {
  const lines = text.trimEnd().split('\n').length;
  return [blockLine(text), lines > 1 && counted(lines, 'line', 'lines')].filter(Boolean).join(' · ');
}

type FoldProps = Readonly<{
  name: string;
  /** Null if the name alone is enough. */
  title: string | null;
  about: string;
  isError?: boolean;
  /** True for words, false for data to or from a tool. */
  isProse?: boolean;
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
  children: ReactNode;
}>;

function Fold({ name, title, about, isError = false, isProse = false, open, onToggle, children }: FoldProps) {
  const isOpen = open.has(name);
  return (
    <div className={styles['fold']} data-error={isError || undefined}>
      <button type="button" className={styles['line']} aria-expanded={isOpen} data-fold onClick={() => onToggle(name)}>
        <ChevronRight aria-hidden />
        {title !== null && <VisibleText as="span" className={styles['title']} text={title} />}
        {(!isOpen || title === null) && (
          <VisibleText as="span" className={styles['about']} data-prose={isProse || undefined} text={about} />
        )}
      </button>
      {isOpen && <div className={styles['unfolded']}>{children}</div>}
    </div>
  );
}

type CallProps = Readonly<{ name: string; input: string; found: readonly string[]; cut: CutBlock | null }>;

function Call({ name, input, found, cut }: CallProps) {
  const { rest } = useRest(cut, true);
  const changes = changesIn(name, input + (rest ?? ''));
  return changes === null ? (
    <LongBlock text={input} found={found} cut={cut} readable={readableJson} />
  ) : (
    <FileChanges changes={changes} />
  );
}
