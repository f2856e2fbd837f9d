import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import type { WorkPlace } from '#shared/contract/features/work.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import type { TokenMeasure } from '#shared/entries/measure.ts';
import type { ViewId } from '#shared/views.ts';
import { go, useView } from './api/navigation.ts';
import type { SegmentName } from './wording/names.ts';

/** A way into another feature: anyone calls it, and the feature it leads to answers. Neither knows the other. */
type Jump<Given extends readonly unknown[]> = {
  (...given: Given): void;
  /** For the feature the jump leads to: once, where its module is loaded. */
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

/** Shows an entry in Review's list, whatever filters and search hide at the moment. */
export const showInReview = jump<[id: string]>('review');

/** Narrows Review to a section, or no longer to it. */
export const showSection = jump<[section: Exclude<SegmentName, 'overhead'>]>('review');

/** Shows what is about someone or something else in Review. */
export const showAbout = jump<[name: string]>('review');

/** Asks which file or folder to open, where the system has no dialog for that. */
export const askToOpen = jump<[]>('home');

/** Asks what is to be replaced in all entries. */
export const findAndReplace = jump<[]>('review');

/** Answers what waits about entries that were written over: they are to stay as they are now. */
export const acceptOverwritten = jump<[workspace: string, entries: readonly EntryView[]]>(null);

export const goThroughNews = jump<[]>('review');

/** Searches all memories on this computer. */
export const searchAllMemories = jump<[query: string]>('home');

/** Searches the conversations of programs on this computer. */
export const searchConversations = jump<[query: string]>('conversations');

export const searchInArchive = jump<[query: string]>('archive');

/** Shows the workflows that were archived. */
export const showArchivedWork = jump<[]>('work');

/** Opens a workflow of the workspace. */
export const showWorkflow = jump<[id: string, where: WorkPlace]>('work');

/** Lists the workflows in which an agent does or did something. */
export const showWorkOf = jump<[agent: string]>('work');

/** Asks how archived entries are to come back, over any view. */
export const restoreArchived = jump<[entries: readonly ArchivedEntry[]]>(null);

/** Shows an entry where it stands in the file. */
export const showInEditor = jump<[entry: EntryRef]>('editor');

/** Opens a conversation where an item of it begins, or at its end. */
export const showConversation =
  jump<[conversation: Pick<Conversation, 'id' | 'title' | 'assistant' | 'startedAt' | 'changedAt'>, at: number | null]>(
    'conversations',
  );

/** Shows where conversations are read, to be allowed there or no longer. */
export const showConversationPlaces = jump<[]>('conversations');

/** Shows which conversations are kept, by which rules, and how much the copies may take. */
export const showKept = jump<[]>('conversations');

/** Leads to the versions in which something went missing. */
export const showRemoved = jump<[]>('history');

/** Shows which files an assistant reads before the memory, and which of them may be read. */
export const showSources = jump<[]>('assistant');

/** Asks whether a connection of an assistant’s program is to be mended. */
export const mendConnection = jump<[program: string, name: string]>('connections');

/** Leads to the limit in the settings, ready to be typed over. */
export const changeLimit = jump<[]>('settings');

/** Leads to the ways to save all that is known for other programs, or on paper. */
export const showExport = jump<[]>('settings');

/** Has another measure chosen in the settings; the person saves it once they have seen its effect. */
export const offerMeasure = jump<[measure: TokenMeasure]>('settings');

/** Asks for a list that is no memory, to bring in what is chosen of it. Over any view. */
export const askToBringIn = jump<[]>(null);

/** Shows all that was found that may be worth a look. Over any view. */
export const showFindings = jump<[]>(null);

/** Shows what may be said twice. Over any view. */
export const showTwins = jump<[]>(null);

/** Asks which other memory entries are to be copied or moved to. Over any view. */
export const askToTransfer = jump<[how: 'move' | 'copy', entries: readonly EntryView[]]>(null);

/** Looks for an entry in other memories, to correct it in all of them. Over any view. */
export const askToCorrectAlike = jump<[entry: EntryView]>(null);

/** Asks about erasing a text, which can still be narrowed or, where none is given, typed. Over any view. */
export const askToErase = jump<[text: string]>(null);

/** Shows what an agent keeps. */
export const showKeptOf = jump<[agent: string]>('kept');

/** Opens a storage. */
export const showStorage = jump<[workspace: string, storage: StorageView]>('kept');

/** Asks about removing all that all agents keep. */
export const askToRemoveAllKept = jump<[]>('kept');
