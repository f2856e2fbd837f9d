import type { LinkOut } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ViewId } from '#shared/views.ts';
import { useApp } from '../api/app-store.ts';
import { call, tryNow, useConnection } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { go, useView } from '../api/navigation.ts';
import { askToStartOver } from '../api/questions.ts';
import { StripsOnEveryView } from '../on-every-view.tsx';
import { attempt } from '../services/notices.ts';
import { Button } from '../ui/button.tsx';
import { useOverdue } from '../ui/skeleton.tsx';
import { Strip, StripStack } from '../ui/strip.tsx';
import { TextWithPath } from '../ui/text-with-path.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

/** Messages on every view: no connection to the engine, a missing folder, no history, a feature's, or that this is only the sample. */
export function FrameStrips({ workspace }: Readonly<{ workspace: Workspace }>) {
  const connection = useConnection();
  const reachable = useApp(({ stage }) => stage.kind !== 'open' || stage.reachable);
  const problem = useContextStore((context) => (context.kind === 'ready' ? context.summary.problem : null));
  const view = useView(({ view: shown }) => shown);
  return (
    <StripStack>
      {connection.kind === 'reconnecting' && <OfflineStrip refused={connection.refused !== undefined} />}
      {connection.kind === 'following' && !reachable && (
        <Strip
          tone="danger"
          label="The folder is gone"
          actions={<Button onClick={() => go('home')}>Open another</Button>}
        >
          The folder {workspace.path} can’t be reached. What you see is what was read last; it is followed again as soon
          as the folder is back.
        </Strip>
      )}
      {workspace.writable && problem?.code === 'not_recorded' && (
        <Strip tone="warning" label="Changes can’t be recorded">
          <TextWithPath text={problem.message} path={problem.path} />
        </Strip>
      )}
      <LinksStrip workspace={workspace.id} />
      <StripsOnEveryView />
      {/* Above the person's own memories and conversations it would not be true. */}
      {workspace.sample && isOfMemory({ id: view }) && (
        <Strip
          label="This is a sample"
          actions={
            <>
              <Button onClick={() => go('home')}>Open your own</Button>
              <Button look="quiet" onClick={askToStartOver}>
                Start over
              </Button>
            </>
          }
        >
          A sample. Nothing here is about you.
        </Strip>
      )}
    </StripStack>
  );
}

/** Short gaps don't matter; a longer one is reported. */
function OfflineStrip({ refused }: Readonly<{ refused: boolean }>) {
  const overdue = useOverdue(700);
  if (refused) {
    return (
      <Strip tone="warning" label="Not the same Contexture">
        Contexture was restarted, or another program has taken its place; nothing was sent to it. Open the new address
        that Contexture printed, in this tab or another.
      </Strip>
    );
  }
  return overdue ? (
    <Strip tone="warning" label="Reconnecting" actions={<Button onClick={tryNow}>Try now</Button>}>
      Disconnected. Reading still works; changes can be made once it is back. If Contexture was stopped, start it again
      and open the address it prints.
    </Strip>
  ) : null;
}

const none: readonly LinkOut[] = [];

/** Links that lead out of the workspace, a line for each, for the person to allow. */
function LinksStrip({ workspace }: Readonly<{ workspace: string }>) {
  const links = useContextStore((context) => (context.kind === 'ready' ? context.summary.linksOut : none));
  return links.map(({ name, place }) => (
    <Strip
      key={`${name} ${place}`}
      tone="warning"
      label={`${name} leads outside`}
      actions={
        <Button
          aria-label={`Allow ${name}`}
          onClick={() =>
            attempt(call('sources.approve', { workspace, place, approve: true, as: 'link' }), 'It could not be allowed')
          }
        >
          Allow
        </Button>
      }
    >
      <VisibleText text={name} /> is a link that leads outside this folder, to <VisibleText text={place} />. Until you
      allow it, nothing here can be changed, and assistants see nothing from there.
    </Strip>
  ));
}

/** Views that concern more than the open memory. */
const wider: readonly ViewId[] = ['home', 'conversations', 'connections'];

/** True if a view shows the open memory, or something beside it. */
export const isOfMemory = ({ id }: { readonly id: ViewId }): boolean => !wider.includes(id);
