import { ArrowLeft, FilePlus2, FileText, FolderOpen, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MemoryPlace, Workspace } from '#shared/contract/features/workspaces.ts';
import { goBack, openSample, openWorkspace, useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { type OpenProblem, openProblemOf, type Problem, problemOf } from '../../api/problem.ts';
import { openChosen } from '../../services/open-chosen.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { focusViewSoon } from '../../ui/keep-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BrowseDialog } from './browse-dialog.tsx';
import { PathForm } from './path-form.tsx';
import { PlaceList } from './place-list.tsx';
import styles from './start-view.module.css';

type StartViewProps = Readonly<{
  problem: OpenProblem | null;
  /** The workspace one came from; null at a first start. */
  back: Workspace | null;
}>;

/** First start: the memories there are, and the ways to another. */
export function StartView({ problem: atStart, back }: StartViewProps) {
  const recent = useApp((state) => state.recent);
  const found = useFound();
  useFirstFocus();
  const [browsing, setBrowsing] = useState<'open' | 'empty' | null>(null);
  const [problem, setProblem] = useState<OpenProblem | null>(atStart);
  const attempt = (work: Promise<void>, path = ''): void => {
    setProblem(null);
    work.catch((error: unknown) => setProblem(openProblemOf(error, path)));
  };
  const known = new Set(recent.map((place) => place.path));
  const others = found.places.filter((place) => !known.has(place.path));
  const forget = (place: MemoryPlace): void =>
    attempt(call('workspaces.forget', { path: place.path }).then(() => undefined));
  return (
    <main className={styles['page']}>
      <div className={styles['column']}>
        {back && <WayBack to={back} />}
        <header className={styles['header']}>
          <p className={styles['app']}>Contexture</p>
          <h1>See what your assistant knows about you</h1>
          <p>
            Read it, correct it, keep what matters. Nothing is read before you choose it, and nothing leaves this
            computer.
          </p>
        </header>
        {problem !== null && problem.path === '' && <FieldProblem>{problem.message}</FieldProblem>}
        {recent.length > 0 && (
          <PlaceList
            title="Opened before"
            places={recent}
            onOpen={(place) => attempt(openWorkspace(place.path), place.path)}
            onForget={forget}
          />
        )}
        {others.length > 0 && (
          <PlaceList
            title="Found on this computer"
            places={others}
            onOpen={(place) => attempt(openWorkspace(place.path), place.path)}
          />
        )}
        {found.problem && <FieldProblem>{found.problem.message}</FieldProblem>}
        <section className={styles['ways']} aria-label="Other ways to begin">
          <PathForm
            key={problem?.path}
            problem={problem}
            onOpen={(path, startEmpty) => attempt(openWorkspace(path, startEmpty), path)}
          />
          <OtherWays attempt={attempt} onBrowse={setBrowsing} />
        </section>
      </div>
      {browsing && (
        <BrowseDialog
          purpose={browsing}
          onClose={() => setBrowsing(null)}
          onChoose={(path) => openWorkspace(path, browsing === 'empty')}
        />
      )}
    </main>
  );
}

type OtherWaysProps = Readonly<{
  attempt: (work: Promise<void>) => void;
  /** Chooses on the page, where the system has no dialog for that. */
  onBrowse: (purpose: 'open' | 'empty') => void;
}>;

function OtherWays({ attempt, onBrowse }: OtherWaysProps) {
  const abilities = useApp((state) => state.abilities);
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
      <Button onClick={() => attempt(openSample())}>
        <Sparkles aria-hidden /> Look at a sample
      </Button>
    </div>
  );
}

/** To the workspace that is open behind this page, by a button and by Esc. */
function WayBack({ to }: Readonly<{ to: Workspace }>) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const inDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !inDialog) {
        event.preventDefault();
        returnTo();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <Button look="quiet" className={styles['back'] ?? ''} title="Esc" onClick={returnTo}>
      <ArrowLeft aria-hidden />
      <span>
        Back to <VisibleText text={to.name} />
      </span>
    </Button>
  );
}

function returnTo(): void {
  goBack();
  // This page has the focus until the other is shown.
  requestAnimationFrame(() => focusViewSoon());
}

/** Here the first thing to do is to open something: the memory opened last, or a path to type. */
function useFirstFocus(): void {
  useEffect(() => {
    const main = document.querySelector('main');
    const first = main?.querySelector<HTMLElement>('li button') ?? main?.querySelector<HTMLElement>('input');
    first?.focus({ preventScroll: true });
  }, []);
}

function useFound(): { readonly places: readonly MemoryPlace[]; readonly problem: Problem | null } {
  const [places, setPlaces] = useState<readonly MemoryPlace[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let current = true;
    call('workspaces.found', {})
      .then((answer) => current && setPlaces(answer.places))
      .catch((error: unknown) => current && setProblem(problemOf(error)));
    return () => {
      current = false;
    };
  }, []);
  return { places, problem };
}
