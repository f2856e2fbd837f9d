import type { SettingForm } from '../connections/setting-form.ts';
import type { Conversation } from '../contract/features/conversations.ts';
import type { ConversationFormat, WholeFormat } from '../conversations/formats/format.ts';
import type { Run } from '../formats/workflow/programs/run.ts';
import type { ConversationFormatId, RunSourceId } from './program-ids.ts';

/** Differences of one program from others. Paths have `/`, and are below its home unless they say otherwise. */
export type Program = {
  /** Left out if it has none, or none that is known. */
  readonly home?: ProgramHome;
  readonly memories?: readonly MemorySource[];
  /** Setting that moves its memory to any folder. */
  readonly movedMemory?: ProgramSetting & { readonly place: MemorySource };
  /** Files that it reads in a project's folder, by their paths below that. */
  readonly projectMemories?: readonly MemorySource[];
  readonly conversations?: readonly ConversationSource[];
  readonly runs?: readonly RunSource[];
  readonly connection?: ProgramConnection;
};

/** The folder of a program's data. */
export type ProgramHome = {
  readonly variable?: string;
  /** Its default, below the home folder; null if only the variable tells it. */
  readonly folder: string | null;
  /** Folder by which files are recognised if only the variable tells it. */
  readonly knownAs?: string;
};

export type ProgramSetting = { readonly file: string; readonly setting: string };

export type MemorySource = {
  /** Path of the file; `*` matches any part of a name. */
  readonly path: string;
  /** Purpose for the assistant, in a person's words. */
  readonly kind: string;
  /** Meaning of the folder with the first `*`: a project's path or name, its owner, or which of several it is. */
  readonly folderSays?: 'project path' | 'project name' | 'name' | 'which one';
  /** Folder of further files that belong to it, below its own. */
  readonly beside?: string;
  /** Kind of those files if the main file is missing. */
  readonly kindWithoutMain?: string;
  /** Set if the program rewrites the file by itself, so that nobody else's changes last. */
  readonly isGenerated?: true;
};

export type ConversationSource = {
  /** Id that the person's approval and all its conversations have. */
  readonly id: string;
  readonly format: ConversationFormat;
  /** The folder with only conversations, which the person approves; left out if only the person can name a place. */
  readonly folder?: string;
  readonly isFile?: true;
  /** Patterns of the files in it, or in a named folder; `*` matches any part of a name, `**` folders in any depth. */
  readonly files: readonly string[];
  /** Files among them that aren't conversations: copies of a part of one, records of a run. */
  readonly leftOut?: RegExp;
  /** Marks of conversations by what their program added to the name of the file. */
  readonly renamed?: readonly (readonly [name: RegExp, mark: Conversation['marks'][number]])[];
  /** A file of JSON lines that names conversations: the fields with the id and the title. */
  readonly titles?: { readonly file: string; readonly id: string; readonly title: string };
  readonly holdsMany?: true;
  /** Format for keeping one of many separately, if it differs from the file's. */
  readonly keptAs?: WholeFormat;
  /** Set if a folder with a conversation’s name without its ending holds the rest of it. */
  readonly hasFolders?: true;
  /** A JSON file beside each with more about it: the fields with its title and its folder. */
  readonly about?: { readonly name: string; readonly title: string; readonly folder: string };
  /** Files of sub-agents, and the path of the conversation that called one. */
  readonly subagents?: { readonly files: readonly string[]; parentOf(path: string): string };
  /** Folders from a file up to that of its project, whose name is used if the conversation says no more. */
  readonly projectAbove?: number;
  /** Setting for the days after which the program deletes them; left out if it never does. */
  readonly cleanup?: ProgramSetting & { readonly defaultDays: number };
};

/** Workflows that a program writes down. The person approves reading them with the program’s conversations. */
export type RunSource = {
  readonly id: RunSourceId;
  /** Conversations whose folder they are in, and with which they may be read. */
  readonly conversations: ConversationFormatId;
  /** Patterns of the files a run is found by, below that folder. */
  readonly files?: readonly string[];
  /** The one file of a run, below the folder of a project, in place of `files`. */
  readonly inProject?: string;
  /** Files of runs among the copies of a conversation. */
  readonly savedWithConversation?: RegExp;
  /** Main file of a run, by any file it is found by. */
  mainOf(path: string, paths: PathFunctions): string;
  /** Set if a run without its main file is read too. */
  readonly mayLackMain?: true;
  /** Folders of its other files, and the end of their names if files of other runs are there too. */
  foldersOf(main: string, paths: PathFunctions): readonly { readonly folder: string; readonly ending?: string }[];
  /** File of the conversation it was started in. */
  conversationOf?(main: string, paths: PathFunctions): string;
  /** File of the conversation of one of its agents. */
  agentConversation?(main: string, agent: string, paths: PathFunctions): string;
  /** Folder with the name of its project. */
  projectOf(main: string, paths: PathFunctions): string;
  /** Milliseconds after its start until the program deletes it, or `conversations` if it does so with these. */
  readonly cleanup?: number | 'conversations';
  /** Names of the other files that are read. */
  readonly reads?: RegExp;
  read(texts: RunTexts): Run;
};

export type RunTexts = {
  /** Null if the main file is missing. */
  readonly main: string | null;
  readonly mainName: string;
  /** Texts of the other files by their names; null for one that can’t be read. */
  readonly others: ReadonlyMap<string, string | null>;
  /** Names of all its files. */
  readonly names: readonly string[];
};

/** Paths of the system the files are on. */
export type PathFunctions = {
  join(...parts: string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
};

/** Settings of a program that can start Contexture for its assistant, as its own documents describe them. */
export type ProgramConnection = {
  /** Folders of its settings, by system: the first that exists. Left out if it is the program's home. */
  readonly folders?: readonly SettingsFolder[];
  /** Settings file, in that folder. */
  readonly file: string;
  /** Folder or file beside it that shows that the program is used here, if the folder alone doesn’t. */
  readonly knownBy?: string;
  readonly form: SettingForm;
  /** Step after which it reads the new setting. */
  readonly afterwards: string;
  /** Makes a command of the program that does the same; left out if it has none. `env` is empty or ends in a space. */
  readonly commandFor?: (name: string, words: { readonly server: string; readonly env: string }) => string;
  /** Further names it may give when it connects: enough to tell when it last read, but not who wrote something. */
  readonly mayCall: RegExp;
};

export type SettingsFolder =
  | { readonly home: string }
  /** Folder that an environment variable names, and a folder below that. */
  | { readonly variable: string; readonly below: string };
