import type { Handlers, WorkspaceOf } from '../handlers.ts';
import { impactOf } from '../memory/impact.ts';

/** The calls about the settings of a workspace. */
export function settingsMethods(workspaceOf: WorkspaceOf): Handlers<'settings'> {
  return {
    'settings.read': async ({ workspace }) => {
      const { settings, settingsService } = workspaceOf(workspace);
      return { ...settingsService.read(), path: settings.path ?? '' };
    },
    'settings.preview': async ({ workspace, values: { tokenLimit, measure: name } }) => {
      const { contextFile, rules, measure } = workspaceOf(workspace);
      const now = rules();
      const then = {
        ...now,
        limit: tokenLimit ?? now.limit,
        measure: name ? await measure.named(name) : now.measure,
      };
      const after = contextFile.document();
      const impact = impactOf(after, { after, departures: [] }, then, []);
      return { ...impact, tokensBefore: contextFile.summary().tokens.total };
    },
    'settings.write': ({ workspace, values }) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      return workspaceOf(workspace).settingsChanges.change(Object.fromEntries(given));
    },
  };
}
