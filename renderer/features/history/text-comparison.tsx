import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { readText } from '../../memory-text/read-text.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { stopComparing } from './history-store.ts';
import { showSideBySide } from './side-by-side.ts';
import styles from './text-comparison.module.css';

type Texts = { readonly before: string; readonly after: string };

/** The whole text of a version beside that of the one before it. */
export function TextComparison({ workspace, version }: Readonly<{ workspace: string; version: HistoryVersion }>) {
  const host = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [texts, setTexts] = useState<Texts | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { version: hash, before, kind } = version;
  useCommands((command) => {
    if (command === 'escape') {
      stopComparing();
    }
    return command === 'escape';
  });
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    let current = true;
    Promise.all([readText(workspace, before), readText(workspace, hash)])
      .then(([one, other]) => current && setTexts({ before: one.doc.toString(), after: other.doc.toString() }))
      .catch((error: unknown) => current && setProblem(problemOf(error)));
    return () => {
      current = false;
    };
  }, [workspace, before, hash]);
  useEffect(() => {
    if (texts && host.current) {
      return showSideBySide(host.current, { ...texts, isMemory: kind !== 'settings' });
    }
    return undefined;
  }, [texts, kind]);
  return (
    <section className="pane" aria-label="Texts side by side">
      <header className={styles['head']}>
        <Button look="quiet" onClick={stopComparing}>
          <ArrowLeft aria-hidden /> Back
        </Button>
        <h1 ref={heading} tabIndex={-1}>
          {momentInWords(version.at)}
        </h1>
      </header>
      <div className={styles['sides']} aria-hidden>
        <span>{before === null ? 'Nothing before' : 'Before'}</span>
        <span>Then</span>
      </div>
      {problem && (
        <div className={styles['problem']}>
          <FieldProblem>
            {problem.code === 'version_unknown'
              ? 'One of the two texts is damaged, missing or deleted, so they can’t be compared.'
              : problem.message}
          </FieldProblem>
        </div>
      )}
      {texts === null && problem === null && <Skeleton label="Reading both texts" />}
      <div ref={host} className={styles['host']} />
    </section>
  );
}
