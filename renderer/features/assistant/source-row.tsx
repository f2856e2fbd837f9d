import { ArrowDown, ArrowUp, FolderSearch, GripVertical, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { attempt } from '../../services/notices.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, countInWords, tokensInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import styles from './assistant-page.module.css';
import { sourceState } from './source-words.ts';

type OnList = Readonly<{
  index: number;
  count: number;
  dragging: boolean;
  /** Moves it down the list by so many places. */
  onMove: (by: number) => void;
  onDrag: (index: number | null) => void;
  onDrop: () => void;
  onRemove: () => void;
}>;

type SourceRowProps = Readonly<{
  workspace: string;
  file: MemoryFile;
  writable: boolean;
  /** Null for a file that is on no list, since the memory names it, and if nothing can be written. */
  onList: OnList | null;
  onShow: () => void;
}>;

/** A file with its state and actions. On the list it moves by drag, by button, and by Alt and arrow. */
export function SourceRow({ workspace, file, writable, onList, onShow }: SourceRowProps) {
  const canReveal = useApp((state) => state.abilities.reveal);
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by !== 0 && onList) {
      event.preventDefault();
      onList.onMove(by);
    }
  };
  return (
    <li
      className={styles['source']}
      data-dragging={onList?.dragging || undefined}
      draggable={onList !== null}
      onKeyDown={step}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onList?.onDrag(onList.index);
      }}
      onDragEnd={() => onList?.onDrag(null)}
      onDragOver={(event) => onList && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onList?.onDrop();
      }}
    >
      {onList && <GripVertical className={styles['grip']} aria-hidden />}
      <SourceFacts file={file} />
      <div className="wrap-close at-end">
        {file.state === 'read' && (
          <Button aria-label={`Look into ${file.name}`} onClick={onShow}>
            Look into it
          </Button>
        )}
        {canReveal && file.bytes !== null && (
          <IconButton
            name={`Show ${file.name} in the file manager`}
            onClick={() =>
              attempt(call('workspaces.reveal', { workspace, source: file.path }), 'It could not be shown')
            }
          >
            <FolderSearch aria-hidden />
          </IconButton>
        )}
        {writable && <Approval workspace={workspace} file={file} />}
        {onList && <MoveButtons name={file.name} onList={onList} />}
      </div>
    </li>
  );
}

function SourceFacts({ file }: Readonly<{ file: MemoryFile }>) {
  return (
    <div className="main-part stack">
      <p className="words strong breaks">
        <VisibleText text={file.name} />
        <span className={styles['state']} data-state={file.state}>
          {sourceState(file)}
        </span>
      </p>
      {file.path !== file.name && <VisibleText as="p" className="code breaks" text={file.path} />}
      {file.imported && (
        <p className="count pretty breaks">
          Named in line {countInWords(file.imported.line)} of <VisibleText text={file.imported.file} />
        </p>
      )}
      <p className="count pretty breaks">
        {file.problem ?? (
          <>
            {tokensInWords(file.tokens)} · {bytesInWords(file.bytes ?? 0)}
            {file.modifiedAt !== null && ` · changed ${momentInWords(file.modifiedAt)}`}
          </>
        )}
      </p>
    </div>
  );
}

function MoveButtons({ name, onList: { index, count, onMove, onRemove } }: Readonly<{ name: string; onList: OnList }>) {
  return (
    <>
      <IconButton
        name={`Move ${name} up`}
        keys="Alt ↑"
        // A `disabled` button would lose the focus after the file was moved to the top.
        aria-disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton name={`Move ${name} down`} keys="Alt ↓" aria-disabled={index === count - 1} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton name={`Remove ${name} from the list`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </>
  );
}

/** Asks for approval: a file outside the workspace is read only if the person agrees here. */
function Approval({ workspace, file }: Readonly<{ workspace: string; file: MemoryFile }>) {
  if (!file.outside) {
    return null;
  }
  const approve = file.state === 'unapproved';
  return (
    <Button
      look={approve ? 'primary' : 'plain'}
      aria-label={`${approve ? 'Approve' : 'Withdraw the approval of'} ${file.name}`}
      onClick={() => attempt(call('sources.approve', { workspace, place: file.place, approve }))}
    >
      {approve ? 'Approve' : 'Withdraw'}
    </Button>
  );
}
