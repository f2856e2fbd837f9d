import { openWorkspaceAt } from '../api/app-store.ts';
import { type AreaId, useAreaElsewhere } from '../api/area-elsewhere.ts';
import { attempt } from '../services/notices.ts';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type ElsewhereProps = Readonly<{
  view: AreaId;
  /** Content of the other memory, before its name. */
  says: string;
}>;

/** Names another memory that last had something to show in a view; nothing if none is known. */
export function Elsewhere({ view, says }: ElsewhereProps) {
  const elsewhere = useAreaElsewhere(view);
  return (
    elsewhere && (
      <>
        {says} <VisibleText text={elsewhere.name} />.{' '}
      </>
    )
  );
}

/** Opens that memory in the same view. */
export function OpenElsewhere({ view, look }: Readonly<{ view: AreaId; look: 'primary' | 'link' }>) {
  const elsewhere = useAreaElsewhere(view);
  return (
    elsewhere && (
      <Button look={look} onClick={() => attempt(openWorkspaceAt(elsewhere.path, view), 'It could not be opened')}>
        <VisibleText text={`Open ${elsewhere.name}`} />
      </Button>
    )
  );
}
