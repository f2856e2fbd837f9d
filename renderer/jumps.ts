import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import type { WorkFolder } from '#shared/contract/features/work.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { TokenMeasure } from '#shared/entries/measure.ts';
import type { ViewId } from '#shared/views.ts';
import { go, useView } from './api/navigation.ts';
import type { SegmentName } from './wording/names.ts';

/** A way into another feature: anyone calls it, and the target feature answers. Neither knows the other. */
type Jump<Given extends readonly unknown[]> = {
  (...given: Given): void;
  /** Called by the target feature: once, when its module is loaded. */
  answer(carryOut: (...given: Given) => void): void;
};

/** A jump made before its feature is loaded waits, while the person stays on `view`. Null answers over any view. */
export function jump<Given extends readonly unknown[]>(view: ViewId | null): Jump<Given> {
  let carryOut: ((...given: Given) => void) | null = null;
  let waiting: Given | null = null;
  useView.subscribe((now) => {
    if (view !== null && now.view !== view) {
      waiting = null;
    }
  });
  const make = (...given: Given): void => {
    if (carryOut === null) {
      waiting = given;
    } else {
      carryOut(...given);
    }
    if (view !== null) {
      go(view);
    }
  };
  const answer = (work: (...given: Given) => void): void => {
    carryOut = work;
    const given = waiting;
    waiting = null;
    if (given !== null) {
      work(...given);
    }
  };
  return Object.assign(make, { answer });
}

/** Shows an entry in Review's list, even if filters and search hide it at the moment. */
export const showInReview = jump<[id: string]>('review');

/** Narrows Review to a section, or removes that. */
export const showSection = jump<[section: Exclude<SegmentName, 'overhead'>]>('review');

/** Shows the entries about someone or something else in Review. */
export const showAbout = jump<[name: string]>('review');

/** Asks where to write a backup. */
export const askToBackUp = jump<[]>(null);

/** Asks what to restore from a backup. @param file path of the backup, if it is known */
export const askToRestoreBackup = jump<[file?: string]>(null);

/** Asks which file or folder to open, if the system has no dialog for that. */
export const askToOpen = jump<[]>('home');

/** Asks for a text to replace in all entries. */
export const findAndReplace = jump<[]>('review');

/** Answers open questions about overwritten entries: they stay as they are now. */
export const acceptOverwritten = jump<[workspace: string, entries: readonly EntryView[]]>(null);

/** Shows a decision among those that wait, above any view. */
export const showDecisionCard = jump<[id: string]>(null);

export const goThroughNews = jump<[]>('review');

/** Searches all memories on this computer. */
export const showMemorySearch = jump<[query: string]>('home');

/** Searches the conversations of programs on this computer. */
export const showConversationSearch = jump<[query: string]>('conversations');

export const searchInArchive = jump<[query: string]>('archive');

/** Shows the archived workflows. */
export const showArchivedWork = jump<[]>('work');

/** Opens a workflow of the workspace. */
export const showWorkflow = jump<[id: string, where: WorkFolder]>('work');

/** Lists the workflows in which an agent is or was active. */
export const showWorkOf = jump<[agent: string]>('work');

/** Asks how to restore archived entries, over any view. */
export const restoreArchived = jump<[entries: readonly ArchivedEntry[]]>(null);

/** Shows an entry at its place in the file. */
export const showInEditor = jump<[entry: EntryRef]>('editor');

/** Opens a conversation at the start of an item, or at its end. */
export const showConversation =
  jump<[conversation: Pick<Conversation, 'id' | 'title' | 'assistant' | 'startedAt' | 'changedAt'>, at: number | null]>(
    'conversations',
  );

/** Shows the places conversations are read from, to allow or forbid that. */
export const showConversationPlaces = jump<[]>('conversations');

/** Shows which conversations are saved, by which rules, and how much the copies may take. */
export const showSaved = jump<[]>('conversations');

/** Shows a version in the history, by its position. */
export const showVersion = jump<[position: number]>('history');

/** Leads to the versions in which something went missing. */
export const showRemoved = jump<[]>('history');

/** Shows the files an assistant reads before the memory, and which of them may be read. */
export const showSources = jump<[]>('assistant');

/** Asks whether to mend a connection of an assistant’s program. */
export const mendConnection = jump<[program: string, name: string]>('connections');

/** Leads to the limit in the settings, ready to be typed over. */
export const changeLimit = jump<[]>('settings');

/** Leads to the ways to save all entries for other programs, or on paper. */
export const showExport = jump<[]>('settings');

/** Selects another measure in the settings; the person saves it after seeing its effect. */
export const offerMeasure = jump<[measure: TokenMeasure]>('settings');

/** Asks for a list that is no memory, to add chosen items of it. Over any view. */
export const askToBringIn = jump<[]>(null);

/** Shows all findings that may be worth a look. Over any view. */
export const showFindings = jump<[]>(null);

/** Shows entries that may be duplicates. Over any view. */
export const showTwins = jump<[]>(null);

/** Asks which other memory to copy or move entries to. Over any view. */
export const askToTransfer = jump<[how: 'move' | 'copy', entries: readonly EntryView[]]>(null);

/** Looks for an entry in other memories, to correct it in all of them. Over any view. */
export const askToCorrectAlike = jump<[entry: EntryView]>(null);

/** Asks about erasing a text, which can still be narrowed or, if none is given, typed. Over any view. */
export const askToErase = jump<[text: string]>(null);

/** Shows an agent's storages. */
export const showStoragesOf = jump<[agent: string]>('kept');

/** Opens a storage. */
export const showStorage = jump<[workspace: string, storage: StorageView]>('kept');

/** Asks about removing all storages of all agents. */
export const askToRemoveAllStorages = jump<[]>('kept');
