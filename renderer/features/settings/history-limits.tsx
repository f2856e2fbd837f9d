import type { Settings } from '#shared/contract/features/settings.ts';
import { LimitForm } from './limit-form.tsx';

type HistoryLimitsProps = Readonly<{ workspace: string; settings: Settings; writable: boolean }>;

/** How long and how much of the history is kept. */
export function HistoryLimits({ workspace, settings, writable }: HistoryLimitsProps) {
  const shared = { workspace, writable };
  return (
    <>
      <LimitForm
        {...shared}
        limit="historyDays"
        value={settings.historyDays}
        label="Days that earlier versions are kept"
        hint="The newest version of each file stays, and so does the last copy of an entry."
      />
      <LimitForm
        {...shared}
        limit="historyMegabytes"
        value={settings.historyMegabytes}
        label="Megabytes they may take"
        hint="The oldest are deleted first."
      />
    </>
  );
}
