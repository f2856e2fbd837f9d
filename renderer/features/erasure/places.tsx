import { useId } from 'react';
import type { EraseOutcome, ErasePlace, ErasePreview } from '#shared/contract/features/erasure.ts';
import { memoryName, namesApart } from '#shared/wording/memory-names.ts';
import { Button } from '../../ui/button.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';
import { eraseIn, type OtherMemories, openHolding, showConversationHolding } from './erase-store.ts';

const things: Readonly<Record<ErasePlace, readonly [where: string, one: string, many: string]>> = {
  context: ['What your assistant reads', 'line', 'lines'],
  archive: ['The archive', 'line', 'lines'],
  messages: ['Conversations of your agents', 'message', 'messages'],
  storages: ['Agent data', 'thing', 'things'],
  work: ['Work of your agents', 'file', 'files'],
  history: ['The history', 'version', 'versions'],
  undo: ['What can be undone', 'change', 'changes'],
  drafts: ['Text that isn’t saved yet', 'draft', 'drafts'],
  marks: ['Marks of what is new', 'note', 'notes'],
  cards: ['What waits for you to decide', 'note', 'notes'],
  settings: ['The settings', 'line', 'lines'],
  recovered: ['Versions recovered after a crash', 'version', 'versions'],
  leftovers: ['Leftovers of interrupted writes', 'file', 'files'],
  log: ['The log', 'line', 'lines'],
  conversations: ['The index of conversations', 'message', 'messages'],
  copies: ['Saved conversations', 'message', 'messages'],
  other: ['Other notes of Contexture’s', 'note', 'notes'],
};

type PlacesProps = Readonly<{
  preview: ErasePreview;
  syntax: boolean;
  onSyntax: (syntax: boolean) => void;
}>;

/** Every place of a text, each line's new content, the places kept unless chosen, and those out of reach. */
export function Places({ preview, syntax, onSyntax }: PlacesProps) {
  const { places, lines, lineCount, left, later } = preview;
  return (
    <>
      {places.length > 0 && (
        <div className="stack-1 below-3" role="status">
          <h3>Found in</h3>
          <PlaceList name="Found in" places={places} />
        </div>
      )}
      {later.map((sentence) => (
        <p key={sentence} className="quiet">
          <VisibleText text={sentence} />
        </p>
      ))}
      {lines.length > 0 && (
        <div className="stack-1 below-3">
          <h3>Lines that change</h3>
          <ul aria-label="Lines that change" className="ruled tight">
            {lines.map((line) => (
              <li key={lineName(line)} className="stack breaks">
                <Where line={line} />
                <TextVersions
                  versions={[
                    { name: 'Now', text: line.before, isGone: true },
                    { name: 'After', text: line.after ?? '(deleted)' },
                  ]}
                  lines={3}
                />
              </li>
            ))}
            <More count={lineCount - lines.length} />
          </ul>
        </div>
      )}
      <Syntax preview={preview} syntax={syntax} onSyntax={onSyntax} />
      <OutOfReach left={left} />
    </>
  );
}

/** Places where it is part of the file's syntax, not something that was said. */
function Syntax({ preview, syntax, onSyntax }: PlacesProps) {
  const { syntax: stays, syntaxCount } = preview;
  if (syntaxCount === 0 && !syntax) {
    return null;
  }
  return (
    <div className="stack-1 below-3">
      <h3>{syntax ? 'Dates, pins and sections' : 'Lines that stay'}</h3>
      <p className="quiet">
        {syntax
          ? 'It is erased where it is part of how the file is written, too. Check the lines above: what they lose, your assistant loses.'
          : 'Here it is part of how the file is written: a date, a pin, a section or a number Contexture keeps.'}
      </p>
      {stays.length > 0 && (
        <ul aria-label="Lines that stay" className="ruled tight">
          {stays.map((line) => (
            <li key={lineName(line)} className="stack breaks">
              <Where line={line} />
              <span dir="auto">
                <VisibleText text={line.before} />
              </span>
            </li>
          ))}
          <More count={syntaxCount - stays.length} />
        </ul>
      )}
      <label className="choice fits above-2">
        <input type="checkbox" checked={syntax} onChange={(event) => onSyntax(event.target.checked)} />
        Erase it there too
      </label>
    </div>
  );
}

function More({ count }: Readonly<{ count: number }>) {
  return count > 0 && <li>and {countInWords(count)} more</li>;
}

type LineOfFile = ErasePreview['syntax'][number];

const lineName = ({ place, archive, line }: LineOfFile): string => `${place} ${archive} ${line}`;

function Where({ line: { place, archive, line } }: Readonly<{ line: LineOfFile }>) {
  const where = {
    settings: 'Settings',
    context: archive ?? 'Memory',
    archive: `Archive: ${archiveInWords(archive ?? '')}`,
  }[place];
  return (
    <span className="detail" title={`Line ${countInWords(line)}`}>
      {where}
    </span>
  );
}

export function PlaceList({ name, places }: Readonly<{ name: string; places: EraseOutcome['erased'] }>) {
  return (
    <ul className="ruled tight" aria-label={name}>
      {places.map(({ place, count }) => {
        const [where, one, many] = things[place];
        return (
          <li key={where} className="words ends">
            <span>{where}</span>
            <span className="quiet tabular">{counted(count, one, many)}</span>
          </li>
        );
      })}
    </ul>
  );
}

type InOtherMemoriesProps = Readonly<{
  elsewhere: OtherMemories;
  /** Text erased here, to be erased there next; left out before that. */
  erased?: string;
}>;

/** Other memories that hold it: it is erased in each separately. */
export function InOtherMemories({ elsewhere: { holding, unread }, erased }: InOtherMemoriesProps) {
  const heading = useId();
  if (holding.length === 0 && unread.length === 0) {
    return null;
  }
  const memories = holding.map(({ memory }) => memory);
  const name = namesApart(memories, memoryName);
  return (
    <div className="stack-1 below-3">
      <h3 id={heading}>Also in other memories, which this does not touch</h3>
      <ul className="ruled tight" aria-labelledby={heading}>
        {holding.map((each) => (
          <li key={each.memory.path} className="words ends breaks">
            <span title={each.memory.path}>
              <VisibleText text={name(each.memory)} />
              <span className="quiet tabular"> · {counted(each.lines, 'line', 'lines')}</span>
            </span>
            {erased === undefined ? (
              <Button look="link" aria-label={`Open ${name(each.memory)}`} onClick={() => openHolding(each)}>
                Open
              </Button>
            ) : (
              <Button look="link" aria-label={`Erase in ${name(each.memory)}`} onClick={() => eraseIn(each, erased)}>
                Erase there…
              </Button>
            )}
          </li>
        ))}
        {unread.length > 0 && (
          <li className="quiet breaks">
            {counted(unread.length, 'memory', 'memories')} could not be searched:{' '}
            {unread.map(({ path }) => path).join(', ')}
          </li>
        )}
      </ul>
    </div>
  );
}

export function OutOfReach({ left }: Readonly<{ left: EraseOutcome['left'] }>) {
  return (
    left.length > 0 && (
      <div className="stack-1 below-3">
        <h3>Outside Contexture’s control</h3>
        <ul className="ruled tight" aria-label="Outside Contexture’s control">
          {left.map(({ path, why, conversation }) => (
            <li key={`${path} ${conversation?.id ?? why}`} className="stack breaks">
              <VisibleText text={path} />
              <span className="quiet">
                <VisibleText text={why} />
              </span>
              {conversation && (
                <Button look="link" onClick={() => showConversationHolding(conversation)}>
                  Show where it was found
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
