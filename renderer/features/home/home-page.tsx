import { ArchiveRestore, FilePlus2, FileText, FolderOpen, Sparkles } from 'lucide-react';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { together } from '#shared/contract/wire/listeners.ts';
import { useAttempt } from '../../api/answers.ts';
import { openChosen, openSample, showWorkspace, useApp } from '../../api/app-store.ts';
import { call, type OpenProblem, on, onConnect, openProblemOf } from '../../api/connection.ts';
import { go, latestInMemory } from '../../api/navigation.ts';
import { askToOpen, askToRestoreBackup } from '../../jumps.ts';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { useOverdue } from '../../ui/skeleton.tsx';
import { TextWithPath } from '../../ui/text-with-path.tsx';
import type { PageProps } from '../../view.tsx';
import { AllMemories } from './all-memories.tsx';
import { BrowseDialog } from './browse-dialog.tsx';
import styles from './home-page.module.css';
import { LearnedThisWeek } from './learned-this-week.tsx';
import { readMemories, stopReading, useMemoryList } from './memory-list.ts';
import { MemoryNeeds, withCards } from './memory-needs.tsx';

/** Home where no memory is open: the memories there are, and the ways to others. */
export function FirstHome({ problem }: Readonly<{ problem: OpenProblem | null }>) {
  return (
    <main className={styles['page']}>
      <div className={styles['column']}>
        <header className="stack-2">
          <p className="label">Contexture</p>
          <h1>See what your assistant knows about you</h1>
          <p className="quiet pretty">Read it, correct it, keep what matters. Nothing leaves this computer.</p>
        </header>
        <Memories problem={problem} />
      </div>
    </main>
  );
}

type HomePageProps = PageProps & Readonly<{ Attention: ComponentType<PageProps> }>;

/** Home beside the memory that is open: what needs attention, what was learned this week, and all memories. */
export function HomePage({ Attention, ...given }: HomePageProps) {
  useCommands((command) => runFirst(command, { escape: () => go(latestInMemory()) }) || undoCommand(command));
  // Most of it is known at once; what is not is no reason to say that there is nothing.
  const isKnown = useOverdue(700);
  // Search results take the place of what waits, except on the way back to an earlier search.
  const isSearching = useMemoryList(({ query, isOfBefore }) => query.trim() !== '' && !isOfBefore);
  return (
    <section className="scroller" aria-label="Home">
      <div className="page">
        <h1>Home</h1>
        <div hidden={isSearching}>
          <section className="stack-2" aria-labelledby="attention">
            <h2 id="attention" className="title">
              Needs attention
            </h2>
            <div className={styles['cards']}>
              <Attention {...given} />
              <MemoryNeeds open={given.workspace.path} />
            </div>
            <p className="quiet">{isKnown && 'Nothing right now.'}</p>
          </section>
        </div>
        {!isSearching && <LearnedThisWeek context={given.context} />}
        <section className="stack-4" aria-labelledby="memories">
          <h2 id="memories" className="title">
            Memories on this computer
          </h2>
          <Memories problem={null} open={given.workspace.path} />
        </section>
      </div>
    </section>
  );
}

const setBrowsing = (purpose: 'open' | 'empty' | null): void => useMemoryList.setState({ browsing: purpose });
askToOpen.answer(() => setBrowsing('open'));

/** The memories there are, and the ways to others. @param open the path of the one that is open, above which stand cards */
function Memories({ problem: atStart, open }: Readonly<{ problem: OpenProblem | null; open?: string }>) {
  const { browsing, memories, isWhole } = useMemoryList();
  const isFirst = open === undefined && isWhole && memories?.length === 0;
  const { problem: failure, attempt: run } = useAttempt();
  const [tried, setTried] = useState<string | null>(null);
  const problem = failure ? openProblemOf(failure, tried ?? '') : tried === null ? atStart : null;
  useMemoriesFollowed();
  useFirstFocus(open === undefined);
  const attempt = (work: Promise<void>, path = ''): void => {
    setTried(path);
    void run(() => work);
  };
  return (
    <>
      {problem !== null && problem.path === '' && <FieldProblem>{problem.message}</FieldProblem>}
      <AllMemories
        others={open !== undefined}
        shownAbove={open === undefined ? undefined : withCards(memories ?? [], open)}
        attempt={attempt}
        onOpen={({ path }) => attempt(showWorkspace(path), path)}
        onForget={({ path }) => attempt(call('workspaces.forget', { path }).then(readMemories))}
      />
      <section className="section" aria-label="Other ways to begin">
        <PathForm
          key={problem?.path}
          problem={problem}
          onOpen={(path, startEmpty) => attempt(showWorkspace(path, startEmpty), path)}
        />
        <OtherWays attempt={attempt} isFirst={isFirst} onBrowse={setBrowsing} />
      </section>
      {browsing && (
        <BrowseDialog
          purpose={browsing}
          onClose={() => setBrowsing(null)}
          onChoose={(path) => showWorkspace(path, browsing === 'empty').then(() => setBrowsing(null))}
        />
      )}
    </>
  );
}

function useMemoriesFollowed(): void {
  useEffect(() => {
    void readMemories();
    const off = together([
      onConnect(() => void readMemories()),
      // A memory that isn't open may have changed.
      on('notifications.changed', () => void readMemories()),
      on('recent.changed', () => void readMemories()),
    ]);
    return () => {
      off();
      stopReading();
      useMemoryList.setState({ browsing: null, isOfBefore: true });
    };
  }, []);
}

type OtherWaysProps = Readonly<{
  attempt: (work: Promise<void>) => void;
  /** True if the person has no memory of their own yet. */
  isFirst: boolean;
  /** Chooses on the page, where the system has no dialog for that. */
  onBrowse: (purpose: 'open' | 'empty') => void;
}>;

function OtherWays({ attempt, isFirst, onBrowse }: OtherWaysProps) {
  const abilities = useApp((state) => state.abilities);
  const isSample = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.sample);
  const isOpen = useApp(({ stage }) => stage.kind === 'open');
  const chooseFolder = (purpose: 'open' | 'empty'): void => {
    if (abilities.choose) {
      attempt(openChosen('folder', purpose === 'empty'));
    } else {
      onBrowse(purpose);
    }
  };
  return (
    <div className="wrap">
      <Button onClick={() => chooseFolder('open')}>
        <FolderOpen aria-hidden /> {abilities.choose ? 'Choose a folder…' : 'Choose a file or folder…'}
      </Button>
      {abilities.choose && (
        <Button onClick={() => attempt(openChosen('file'))}>
          <FileText aria-hidden /> Choose a file…
        </Button>
      )}
      <Button onClick={() => chooseFolder('empty')}>
        <FilePlus2 aria-hidden /> Start empty…
      </Button>
      {!isSample && (
        <Button data-first look={isFirst ? 'primary' : 'plain'} onClick={() => attempt(openSample())}>
          <Sparkles aria-hidden /> Look at a sample
        </Button>
      )}
      {!isOpen && (
        <Button onClick={() => askToRestoreBackup()}>
          <ArchiveRestore aria-hidden /> Restore from a backup…
        </Button>
      )}
    </div>
  );
}

/** While no memory is open, the focus is on the first way to open one: a row of the list, or the sample. */
function useFirstFocus(isStart: boolean): void {
  const first = useMemoryList(({ memories, isWhole }) =>
    memories !== null && memories.length > 0 ? 'row' : isWhole ? 'first' : null,
  );
  useEffect(() => {
    const main = document.querySelector('main');
    const place = main?.querySelector<HTMLElement>({ row: '[data-row]', first: '[data-first]' }[first ?? 'first']);
    if (isStart && first !== null && (document.activeElement === null || document.activeElement === document.body)) {
      place?.focus({ preventScroll: true });
    }
  }, [first, isStart]);
}

type PathFormProps = Readonly<{
  problem: OpenProblem | null;
  onOpen: (path: string, startEmpty: boolean) => void;
}>;

function PathForm({ problem: tried, onOpen }: PathFormProps) {
  const [path, setPath] = useState(tried?.path ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // It is recreated for what was tried last, where one goes on typing.
  useEffect(() => {
    if (tried?.path) {
      field.current?.focus({ preventScroll: true });
    }
  }, [tried?.path]);
  const isTried = tried !== null && tried.path !== '' && tried.path === path;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (path.trim() === '') {
      setMissing(true);
    } else {
      onOpen(path.trim(), false);
    }
  };
  const isEmpty = isTried && tried.startEmpty;
  const whyNot = isTried && !isEmpty ? tried.message : null;
  const problem = missing ? 'Type the path of a file or folder first.' : whyNot;
  return (
    <form data-opens onSubmit={submit} noValidate>
      <Field label="Open a file or folder" problem={problem}>
        {(ids) => (
          <div className="joined">
            <TextInput
              {...ids}
              ref={field}
              mono
              placeholder="~/notes"
              value={path}
              onChange={(event) => {
                setPath(event.target.value);
                setMissing(false);
              }}
            />
            {/* Until something is typed, it is one way of several. */}
            <Button type="submit" look={path.trim() === '' ? 'plain' : 'primary'}>
              Open
            </Button>
          </div>
        )}
      </Field>
      {isEmpty && (
        <div className="panel roomy stack-2 above-2">
          <p role="alert">
            <TextWithPath text={tried.message} path={tried.named ?? tried.path} />
          </p>
          <Button className="fits" onClick={() => onOpen(tried.path, true)}>
            <FilePlus2 aria-hidden /> Create a memory here
          </Button>
        </div>
      )}
    </form>
  );
}
