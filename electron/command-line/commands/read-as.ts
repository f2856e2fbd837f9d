import { ContextureError } from '#shared/contract/errors.ts';
import { type Settings, settings } from '#shared/contract/features/settings.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { formatNames } from '#shared/wording/formats.ts';
import type { Call, CommandRecord } from '../command.ts';

type Form = Settings['readAs'];

export const readAs: CommandRecord = {
  name: 'read-as',
  about: 'Say in which form a file is read, or choose another. The file stays as it is.',
  arguments: [['[form]', 'such as hermes, or “recognised” for what it is recognised as']],
  examples: ['read-as -w notes.md', 'read-as hermes -w notes.md', 'read-as recognised -w notes.md'],
  async run({ client, workspace, place }: Call, form: string | undefined) {
    const { readAs: reading } = await client.call('settings.read', { workspace });
    const choices: readonly Form[] = reading === null ? [] : ['recognised', ...reading.choices];
    if (form !== undefined) {
      const chosen = settings.readAs.value.safeParse(form).data;
      if (chosen === undefined || !choices.includes(chosen)) {
        throw new ContextureError('settings_invalid', refusal(place.path, form, choices));
      }
      await client.call('settings.write', { workspace, values: { readAs: chosen } });
    }
    const { summary } = await client.call('context.read', { workspace, limit: 1 });
    const { settings: values } = await client.call('settings.read', { workspace });
    const { format, entryCount: entries } = summary;
    const recognised = reading?.recognised ?? format;
    const otherwise = values.readAs === 'recognised' ? '' : `; recognised as ${formatNames[recognised]}`;
    return {
      json: { format, readAs: values.readAs, recognised, choices, entries },
      lines: [
        `Read as ${formatNames[format]}${otherwise}: ${counted(entries, 'entry', 'entries')}.`,
        ...(choices.length === 0 ? [] : [`It can be read as: ${choices.join(', ')}.`]),
      ],
    };
  },
};

const refusal = (path: string, form: string, choices: readonly Form[]): string =>
  choices.length === 0
    ? `${oneLine(path)} is a memory of Contexture’s own form, which is read in no other. Nothing was changed.`
    : `${oneLine(path)} can’t be read as “${oneLine(form)}”, only as one of: ${choices.join(', ')}. Nothing was changed.`;
