import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { impact } from '../memory/steps.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

type Handlers = {
  readonly [N in MethodName & `settings.${string}`]: (params: ParsedParams<N>) => Promise<Result<N>>;
};

/** The calls about a workspace's settings. */
export function settingsMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers {
  return {
    'settings.read': async ({ workspace }) => {
      const { settings, settingsRead } = workspaceOf(workspace);
      return { ...settingsRead(), path: settings.path ?? '' };
    },
    'settings.preview': async ({ workspace, values: { tokenLimit, measure } }) => {
      const { contextFile, rules, measureNamed } = workspaceOf(workspace);
      const now = rules();
      const then = {
        ...now,
        limit: tokenLimit ?? now.limit,
        measure: measure ? await measureNamed(measure) : now.measure,
      };
      const after = contextFile.document();
      return {
        ...impact(after, { after, departures: [] }, then, []),
        tokensBefore: contextFile.summary().tokens.total,
      };
    },
    'settings.write': ({ workspace, values }) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      return workspaceOf(workspace).changeSettings(Object.fromEntries(given));
    },
  };
}
