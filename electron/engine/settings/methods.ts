import { ContextureError } from '#shared/contract/errors.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { formatNames } from '#shared/wording/formats.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { impactOf } from '../steps/impact.ts';
import type { WorkspacePlace } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { SettingsChanges, SettingsService } from './settings-service.ts';
import type { WorkspaceMeasure } from './workspace-measure.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

type Needs = Pick<WorkspaceParts, 'layout' | 'rules'> & {
  readonly settings: WorkspaceSettings;
  readonly settingsService: SettingsService;
  readonly settingsChanges: SettingsChanges;
  readonly measure: WorkspaceMeasure;
  readonly contextFile: { document(): MemoryDocument; summary(): { readonly tokens: { readonly total: number } } };
};

export const settingsHandlers: WorkspaceHandlers<'settings', Needs> = {
  'settings.read': async ({ settings, settingsService, layout: { reading } }) => ({
    ...settingsService.read(),
    path: settings.path,
    readAs: reading && { recognised: reading.recognised, choices: [...reading.choices] },
  }),
  'settings.preview': async ({ contextFile, rules, measure }, { values: { tokenLimit, measure: name } }) => {
    const now = rules();
    const then = { ...now, limit: tokenLimit ?? now.limit, measure: name ? await measure.named(name) : now.measure };
    const after = contextFile.document();
    const impact = impactOf(after, { after, departures: [] }, then, []);
    return { ...impact, tokensBefore: contextFile.summary().tokens.total };
  },
  'settings.write': ({ settingsChanges, layout }, { values }) => {
    checkReadAs(layout, values.readAs);
    const changed = Object.entries(values).filter(([, value]) => value !== undefined);
    return settingsChanges.change(Object.fromEntries(changed));
  },
};

/** @throws `settings_invalid` for a form in which the memory can't be read */
function checkReadAs({ reading, contextPath }: WorkspacePlace, readAs: Settings['readAs'] | undefined): void {
  if (readAs === undefined || readAs === 'recognised' || reading?.choices.includes(readAs)) {
    return;
  }
  const message = `${contextPath} can’t be read as ${formatNames[readAs]}${reading ? '' : ', as it has Contexture’s own form'}. Nothing was changed.`;
  throw new ContextureError('settings_invalid', message);
}
