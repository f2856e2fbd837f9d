import { go } from '../../api/navigation.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { knownAgents, storagesIn, useStorageList } from './storage-list.ts';
import { askToRemove, openStorage } from './storage-store.ts';
import { agentsInWords, standingInWords, titleInWords } from './storage-words.ts';

type StorageAttentionProps = Readonly<{ workspace: string; writable: boolean }>;

/** Most storages shown one by one; Agent data has the others. */
const most = 3;

export function StorageAttention({ workspace, writable }: StorageAttentionProps) {
  const list = useStorageList((state) => (state.workspace === workspace ? state.list : null));
  const damaged = list === null ? [] : storagesIn(list).filter(({ state }) => state === 'damaged');
  const others = damaged.length - most;
  return (
    <>
      {damaged.slice(0, most).map((storage) => (
        <AttentionCard
          key={storage.file}
          title={`${titleInWords(storage, knownAgents())} is damaged`}
          where={storage.trackedBy.length > 1 ? agentsInWords(storage) : undefined}
          actions={
            <>
              <Button
                onClick={() => {
                  openStorage(workspace, storage);
                  go('kept');
                }}
              >
                Look at it
              </Button>
              {writable && (
                <Button
                  look="danger"
                  onClick={() => {
                    askToRemove('remove', storage);
                    go('kept');
                  }}
                >
                  Remove…
                </Button>
              )}
            </>
          }
        >
          <VisibleText as="p" text={storage.problem ?? standingInWords(storage).about} />
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more file is', 'more files are')} damaged`}
          actions={<Button onClick={() => go('kept')}>Show agent data</Button>}
        >
          <p className="detail">Their agents can’t read them.</p>
        </AttentionCard>
      )}
    </>
  );
}
