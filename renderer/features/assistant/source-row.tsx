import { ArrowDown, ArrowUp, FolderSearch, GripVertical, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { attempt } from '../../services/notices.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, tokensInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import styles from './assistant-page.module.css';
import { stateNames } from './source-words.ts';

type SourceRowProps = Readonly<{
  workspace: string;
  file: MemoryFile;
  writable: boolean;
  place: { readonly index: number; readonly count: number };
  dragging: boolean;
  /** By so many places, down the list. */
  onMove: (by: number) => void;
  onDrag: (index: number | null) => void;
  onDrop: () => void;
  onShow: () => void;
  onRemove: () => void;
}>;

/** One file on the list: what it is, and what can be done with it. It moves by drag, by button, and by Alt and arrow. */
export function SourceRow(props: SourceRowProps) {
  const { workspace, file, writable, place, dragging, onMove, onDrag, onDrop, onShow, onRemove } = props;
  const canReveal = useApp((state) => state.abilities.reveal);
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by !== 0 && writable) {
      event.preventDefault();
      onMove(by);
    }
  };
  return (
    <li
      className={styles['source']}
      data-dragging={dragging || undefined}
      draggable={writable}
      onKeyDown={step}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(place.index);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      {writable && <GripVertical className={styles['grip']} aria-hidden />}
      <Words file={file} />
      <div className={styles['actions']}>
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
        {writable && <Moving name={file.name} place={place} onMove={onMove} onRemove={onRemove} />}
      </div>
    </li>
  );
}

function Words({ file }: Readonly<{ file: MemoryFile }>) {
  return (
    <div className={styles['words']}>
      <p className={styles['name']}>
        <VisibleText text={file.name} />
        <span className={styles['state']} data-state={file.state}>
          {stateNames[file.state]}
        </span>
      </p>
      <p className={styles['path']}>
        <VisibleText text={file.path} />
      </p>
      <p className={styles['about']}>
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

type MovingProps = Readonly<{ name: string }> & Pick<SourceRowProps, 'place' | 'onMove' | 'onRemove'>;

function Moving({ name, place: { index, count }, onMove, onRemove }: MovingProps) {
  return (
    <>
      <IconButton
        name={`Move ${name} up`}
        keys="Alt ↑"
        // It keeps the focus of whoever has just moved the file there.
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

/** A file outside the workspace is read only where the person says so here. */
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
