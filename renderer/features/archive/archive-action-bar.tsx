import { ArchiveRestore, Trash2 } from 'lucide-react';
import { weightOfAll } from '#shared/entries/measure.ts';
import { useMeasure } from '../../api/context-store.ts';
import bar from '../../entries/action-bar.module.css';
import { Button } from '../../ui/button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import { deleteArchived, restoreEntries, useArchive } from './archive-store.ts';
import { chooseAllArchived, maxChosen } from './choose-all.ts';

type ArchiveActionBarProps = Readonly<{ workspace: string; total: number; writable: boolean }>;

/** What can be done to the chosen entries. */
export function ArchiveActionBar({ workspace, total, writable }: ArchiveActionBarProps) {
  const chosen = useArchive((state) => state.chosen);
  const { tokensOf } = useMeasure();
  const choosing = useArchive((state) => state.choosing);
  if (choosing?.progress) {
    return <ProgressLine label="Choosing" progress={choosing.progress} onCancel={choosing.stop} />;
  }
  if (chosen.size === 0) {
    return null;
  }
  const entries = [...chosen.values()];
  return (
    <section className={bar['bar']} aria-label="Chosen entries" data-action-bar>
      <p className={bar['words']}>
        <strong>{entriesInWords(entries.length)} chosen</strong>
        <span className="count">
          {tokensInWords(tokensOf(weightOfAll(entries)))}
          {entries.length === maxChosen && total > maxChosen && `, as many as can be chosen of ${countInWords(total)}`}
        </span>
      </p>
      {entries.length < Math.min(total, maxChosen) && (
        <Button look="link" onClick={() => void chooseAllArchived(workspace)}>
          Choose all {countInWords(total)}
        </Button>
      )}
      <Button look="link" onClick={() => useArchive.setState({ chosen: new Map() })}>
        Choose none
      </Button>
      {writable && (
        <div className="wrap-close">
          <Button onClick={() => restoreEntries(entries)}>
            <ArchiveRestore aria-hidden /> Restore…
          </Button>
          <Button look="danger" onClick={() => deleteArchived(entries)}>
            <Trash2 aria-hidden /> Delete…
          </Button>
        </div>
      )}
    </section>
  );
}
