import { CornerLeftUp, FileText, Folder, NotebookText } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import styles from './browse-dialog.module.css';

type FolderListing = Result<'workspaces.browse'>;
type Item = FolderListing['items'][number];

type BrowseDialogProps = Readonly<{
  purpose: 'open' | 'empty';
  onClose: () => void;
  onChoose: (path: string) => Promise<void>;
}>;

export function BrowseDialog({ purpose, onClose, onChoose }: BrowseDialogProps) {
  const [folder, setFolder] = useState<string | null>(null);
  const hidden = useApp((state) => state.preferences.hiddenFolders ?? false);
  const { answer: browsed, problem } = useAnswer(
    'workspaces.browse',
    folder === null ? { hidden } : { folder, hidden },
  );
  const { busy, problem: failure, attempt, forget: clearProblem } = useAttempt();
  const error = failure ?? problem;
  const openFolder = (to: string): void => {
    clearProblem();
    setFolder(to);
  };
  const choose = (path: string): void => void attempt(() => onChoose(path));
  const items = browsed?.items.filter((item) => purpose === 'open' || item.kind === 'folder') ?? [];
  const canChoose = browsed !== null && (purpose === 'empty' || browsed.opens);
  return (
    <Question
      wide
      title={purpose === 'open' ? 'Choose a file or folder' : 'Choose a folder to start in'}
      description={
        purpose === 'open'
          ? 'A folder that holds a memory, or a markdown file.'
          : 'Nothing is written there until you or your assistant add something.'
      }
      stay="Cancel"
      onStay={onClose}
      go={purpose === 'open' ? 'Open this folder' : 'Start here'}
      onGo={() => browsed && choose(browsed.folder)}
      look="primary"
      busy={busy}
      isReady={canChoose}
      problem={error}
    >
      <div className="row below-2">
        <Button look="quiet" disabled={!browsed?.parent} onClick={() => browsed?.parent && openFolder(browsed.parent)}>
          <CornerLeftUp aria-hidden /> Up
        </Button>
        <VisibleText as="code" className="grow breaks" aria-live="polite" text={browsed?.folder ?? '…'} />
      </div>
      {browsed === null && error === null && <Skeleton label="Reading the folder" />}
      {browsed && (
        <ul className={styles['items']} aria-label="Folders and files">
          {items.length === 0 && <li className="padded quiet">{nothingIn(browsed.hidden)}</li>}
          {items.map((item) => (
            <ItemRow
              key={item.path}
              item={item}
              onPick={() => (item.kind === 'folder' ? openFolder(item.path) : choose(item.path))}
            />
          ))}
        </ul>
      )}
      <label className="choice fits above-2">
        <input
          type="checkbox"
          checked={hidden}
          onChange={(event) => void writePreferences({ hiddenFolders: event.target.checked })}
        />
        Show hidden folders
      </label>
    </Question>
  );
}

function nothingIn(hidden: number): string {
  return hidden === 0
    ? 'No folders or markdown files in here.'
    : `Everything in here is hidden: ${counted(hidden, 'folder or file', 'folders or files')}.`;
}

function ItemRow({ item, onPick }: Readonly<{ item: Item; onPick: () => void }>) {
  const Icon = item.kind === 'file' ? FileText : item.opens ? NotebookText : Folder;
  return (
    <li>
      <button type="button" className={styles['item']} disabled={item.kind === 'file' && !item.opens} onClick={onPick}>
        <Icon aria-hidden />
        <VisibleText as="span" className="grow breaks" text={item.name} />
        {item.opens && <span className="detail">{item.kind === 'folder' ? 'holds a memory' : 'opens'}</span>}
      </button>
    </li>
  );
}
