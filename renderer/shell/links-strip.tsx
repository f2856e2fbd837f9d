import type { LinkOut } from '#shared/contract/features/memory.ts';
import { call } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { attempt } from '../services/notices.ts';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

const none: readonly LinkOut[] = [];

/** Links that lead out of the workspace, a line for each, for the person to allow. */
export function LinksStrip({ workspace }: Readonly<{ workspace: string }>) {
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
