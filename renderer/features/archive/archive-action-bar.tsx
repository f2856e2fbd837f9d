import { ArchiveRestore, Trash2 } from 'lucide-react';
import { weightOfAll } from '#shared/entries/measure.ts';
import { useMeasure } from '../../api/context-store.ts';
import { Button } from '../../ui/button.tsx';
import { entriesInWords, tokensInWords } from '../../wording/counts.ts';
import bar from '../review/action-bar.module.css';
import { deleteArchived, restoreEntries, useArchive } from './archive-store.ts';

export function ArchiveActionBar({ writable }: Readonly<{ writable: boolean }>) {
  const chosen = useArchive((state) => state.chosen);
  const { tokensOf } = useMeasure();
  if (chosen.size === 0) {
    return null;
  }
  const entries = [...chosen.values()];
  return (
    <section className={bar['bar']} aria-label="Chosen entries" data-action-bar>
      <p className={bar['words']}>
        <strong>{entriesInWords(entries.length)} chosen</strong>
        <span className={bar['detail']}>{tokensInWords(tokensOf(weightOfAll(entries)))}</span>
      </p>
      <Button look="link" onClick={() => useArchive.setState({ chosen: new Map() })}>
        Choose none
      </Button>
      {writable && (
        <div className={bar['actions']}>
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
