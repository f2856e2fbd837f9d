import { useApp } from '../../../api/app-store.ts';
import { call } from '../../../api/connection.ts';
import { attempt } from '../../../services/notices.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type PlaceFieldProps = Readonly<{
  label: string;
  hint: string;
  kind: 'backup' | 'backup folder';
  value: string;
  onType: (path: string) => void;
}>;

/** A path, typed, or chosen in the system's dialog where there is one. */
export function PlaceField({ label, hint, kind, value, onType }: PlaceFieldProps) {
  const canChoose = useApp((state) => state.abilities.choose);
  const choose = (): void =>
    attempt(
      call('workspaces.choose', { kind }).then(({ path }) => path !== null && onType(path)),
      'Nothing could be chosen',
    );
  return (
    <div className="stack-1">
      <TextField label={label} hint={hint} value={value} onType={onType} mono />
      {canChoose && (
        <div>
          <Button onClick={choose}>Choose…</Button>
        </div>
      )}
    </div>
  );
}
