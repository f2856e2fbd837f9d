import type { WorkspaceHandlers } from '../handlers.ts';
import { impactOf } from '../steps/impact.ts';

export const settingsMethods: WorkspaceHandlers<'settings'> = {
  'settings.read': async ({ settings, settingsService }) => ({ ...settingsService.read(), path: settings.path }),
  'settings.preview': async ({ contextFile, rules, measure }, { values: { tokenLimit, measure: name } }) => {
    const now = rules();
    const then = { ...now, limit: tokenLimit ?? now.limit, measure: name ? await measure.named(name) : now.measure };
    const after = contextFile.document();
    const impact = impactOf(after, { after, departures: [] }, then, []);
    return { ...impact, tokensBefore: contextFile.summary().tokens.total };
  },
  'settings.write': ({ settingsChanges }, { values }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return settingsChanges.change(Object.fromEntries(given));
  },
};
