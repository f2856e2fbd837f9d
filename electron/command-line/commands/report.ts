import type { Call, CommandRecord } from '../command.ts';
import { openWorkspaceAt } from '../with-workspace.ts';

type ReportOptions = { readonly workspace?: string };

export const report: CommandRecord = {
  name: 'report',
  scope: 'computer',
  about: 'Print a report of a problem: versions, counts and codes, without anything you wrote. Nothing is sent.',
  options: [['-w, --workspace <folder>', 'a memory to report the counts and settings of']],
  examples: ['report > report.txt', 'report -w ~/notes > report.txt'],
  async run({ client, options }: Call<ReportOptions>) {
    const opened = options.workspace === undefined ? null : await openWorkspaceAt(client, options.workspace, undefined);
    const { text } = await client.call('app.report', opened === null ? {} : { workspace: opened.id });
    return { json: { text }, lines: text.trimEnd().split('\n') };
  },
};
