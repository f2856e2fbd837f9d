import type { Result } from '#shared/contract/contract.ts';
import type { BackedUpMemory, BackupItem, BackupPart } from '#shared/contract/features/backup.ts';
import { nameOfProgram, programIds } from '#shared/programs/program-ids.ts';
import { partInWords, stateNames } from '#shared/wording/backup.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FieldProblem, TextField } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import { momentInWords } from '../../../wording/dates.ts';

type Preview = Result<'backup.read'>;
/** The person's choices of what is restored. */
export type RestoreChoice = {
  /** Numbers of memories that are left out. */
  readonly without: ReadonlySet<number>;
  /** Places of memories, by their numbers, if they are not those of the preview. */
  readonly places: ReadonlyMap<number, string>;
  /** Paths of files to replace here. */
  readonly replace: ReadonlySet<string>;
  readonly shared: boolean;
};
type ChoiceProps = Readonly<{ choice: RestoreChoice; onChoose: (choice: RestoreChoice) => void }>;

function turned<T>(set: ReadonlySet<T>, items: readonly T[], isIn: boolean): ReadonlySet<T> {
  const others = [...set].filter((each) => !items.includes(each));
  return new Set(isIn ? [...others, ...items] : others);
}

export function RestorePreview({ preview, choice, onChoose }: ChoiceProps & Readonly<{ preview: Preview }>) {
  const { createdAt, app, memories, shared, connections, leftOut } = preview;
  return (
    <div className="stack-4">
      <p role="status">
        Made on {momentInWords(createdAt)} by Contexture {app}. It is whole.
      </p>
      <ul aria-label="What it holds" className="ruled">
        {memories.map((memory) => (
          <li key={memory.memory} className="stack-2">
            <MemoryChoice memory={memory} choice={choice} onChoose={onChoose} />
          </li>
        ))}
        {shared.files > 0 && (
          <li className="stack-2">
            <label className="choice">
              <input
                type="checkbox"
                checked={choice.shared}
                onChange={({ target }) => onChoose({ ...choice, shared: target.checked })}
              />
              <span>
                For all memories: saved conversations, preferences
                <span className="second">{partInWords(shared)}</span>
              </span>
            </label>
            {choice.shared && <Items part={shared} choice={choice} onChoose={onChoose} />}
          </li>
        )}
      </ul>
      {connections.length > 0 && (
        <p className="detail">Was connected: {programsInWords(connections)}. Connect them again under Assistants.</p>
      )}
      {leftOut.length > 0 && (
        <Disclosure summary={`Not in the backup: ${counted(leftOut.length, 'file', 'files')}`}>
          <ul>
            {leftOut.map(({ path, why }) => (
              <li key={path}>
                <VisibleText as="span" className="code breaks" text={path} /> {why}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function programsInWords(connections: Preview['connections']): string {
  const names = connections.map(({ program }) => {
    const id = programIds.find((one) => one === program);
    return id === undefined ? program : nameOfProgram(id);
  });
  return [...new Set(names)].join(', ');
}

const historyInWords: Readonly<Record<BackedUpMemory['history'], string>> = {
  new: 'Its history comes with it.',
  same: '',
  merged: 'Versions missing from its history here are added.',
};

function MemoryChoice({ memory: one, choice, onChoose }: ChoiceProps & Readonly<{ memory: BackedUpMemory }>) {
  const { memory, name, to, problem } = one;
  const isIn = problem === null && !choice.without.has(memory);
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          checked={isIn}
          disabled={problem !== null}
          onChange={({ target }) => onChoose({ ...choice, without: turned(choice.without, [memory], !target.checked) })}
        />
        <span>
          <VisibleText text={name} />
          <span className="second">
            {partInWords(one)} {historyInWords[one.history]}
          </span>
        </span>
      </label>
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
      <TextField
        label={`Where “${name}” goes`}
        value={choice.places.get(memory) ?? to}
        mono
        onType={(place) => {
          const places = new Map(choice.places);
          places.set(memory, place);
          if (place === to) {
            places.delete(memory);
          }
          onChoose({ ...choice, places });
        }}
      />
      {isIn && <Items part={one} choice={choice} onChoose={onChoose} />}
    </>
  );
}

/** Files that restoring would change, and those that stay unless they are ticked. */
function Items({ part, choice, onChoose }: ChoiceProps & Readonly<{ part: BackupPart }>) {
  const { items } = part;
  const differing = items.filter(({ state }) => state === 'different').map(({ path }) => path);
  const isAll = differing.every((path) => choice.replace.has(path));
  const turn = (paths: readonly string[], isIn: boolean): void =>
    onChoose({ ...choice, replace: turned(choice.replace, paths, isIn) });
  const row = ({ path, state, to }: BackupItem) => {
    const shown = <VisibleText as="span" className="code breaks" text={to} />;
    return (
      <li key={path}>
        {state === 'different' ? (
          <label className="choice">
            <input
              type="checkbox"
              checked={choice.replace.has(path)}
              onChange={({ target }) => turn([path], target.checked)}
            />
            <span>
              {shown} <span className="detail">{stateNames[state]}: tick to replace it</span>
            </span>
          </label>
        ) : (
          <>
            {shown} <span className="detail">{stateNames[state]}</span>
          </>
        )}
      </li>
    );
  };
  return items.length === 0 ? null : (
    <>
      {differing.length > 0 && (
        <label className="choice">
          <input type="checkbox" checked={isAll} onChange={({ target }) => turn(differing, target.checked)} />
          Replace {counted(differing.length, 'file that differs', 'files that differ')}
        </label>
      )}
      <Disclosure summary={`Show ${counted(items.length, 'file', 'files')}`}>
        <ul className="ruled tight">{items.map(row)}</ul>
      </Disclosure>
    </>
  );
}
