import {
  AppWindow,
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  BookOpen,
  ChartColumn,
  Check,
  ClipboardCopy,
  CopyMinus,
  Download,
  Eraser,
  Eye,
  FileText,
  FolderSearch,
  HardDriveDownload,
  ImportIcon,
  Info,
  Keyboard,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  Moon,
  NotebookText,
  PanelRight,
  Pencil,
  Pin,
  Plus,
  Printer,
  Redo2,
  Replace,
  RotateCcw,
  Rows3,
  Rows4,
  ScanSearch,
  Search,
  Sparkles,
  Sun,
  SunMoon,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Change } from '#shared/contract/changes.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { type Subject, subjectsOf } from '#shared/entries/subjects.ts';
import { helpPages } from '#shared/help-pages.ts';
import { goTo } from '#shared/views.ts';
import { openSample, showWorkspace, type useApp, writePreferences } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import type { ContextState } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { hasAddress, newAddressOfThisRun } from '../../api/transport.ts';
import { markAllRead } from '../../entries/marks.ts';
import { entriesForms, saveEntries } from '../../entries/save-entries.ts';
import {
  askToBackUp,
  askToBringIn,
  askToErase,
  askToRemoveAllStorages,
  askToRestoreBackup,
  findAndReplace,
  showAbout,
  showFindings,
  showTwins,
} from '../../jumps.ts';
import type { AtHand } from '../../services/commands/at-hand.ts';
import { keysOf } from '../../services/commands/shortcut-list.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { runCommand } from '../../services/commands/use-commands.ts';
import { copyText } from '../../services/copy-text.ts';
import { attempt } from '../../services/notices.ts';
import { views } from '../../views.ts';
import { showHelp } from '../help/help.tsx';

type Icon = ComponentType<{ readonly 'aria-hidden': true }>;
type App = ReturnType<typeof useApp.getState>;

export type Offer = {
  readonly name: string;
  readonly icon: Icon;
  /** Other words people may search for. */
  readonly words?: string;
  readonly keys?: string | undefined;
} & ({ readonly command: Command } | { readonly run: () => void });

type OfferSources = {
  readonly workspace: Workspace;
  /** Memories to switch to, those opened before first. */
  readonly memories: readonly { readonly path: string; readonly name: string }[];
  readonly atHand: AtHand | null;
  readonly abilities: App['abilities'];
  readonly context: ContextState;
  readonly undoRedo: UndoRedo | null;
};

export function offersFor({ workspace, context, memories, atHand, abilities, undoRedo }: OfferSources) {
  return [
    {
      title: atHand?.title ?? '',
      offers: (atHand?.actions ?? []).map(({ name, command }) =>
        commandOffer(name, commandIcons[command] ?? Check, command),
      ),
    },
    {
      title: 'Go',
      offers: views
        .filter(({ isAvailable }) => isAvailable(context))
        .map(({ id, title, icon, words }) => commandOffer(title, icon, goTo(id), words)),
    },
    { title: 'Do', offers: [...toDo({ workspace, abilities, undoRedo }), ...toDoWithAll(workspace, context)] },
    { title: 'Save', offers: toSave(workspace, context) },
    {
      title: 'About',
      offers: subjectsIn(context).map(({ name, kind }) =>
        runOffer(`Show what is about ${name}`, UserRound, () => showAbout(name), `${kind} who`),
      ),
    },
    {
      title: 'Memories',
      offers: memories.map(({ name, path }) =>
        runOffer(`Open ${name}`, NotebookText, () => open(path), `switch memory ${path}`),
      ),
    },
    {
      title: 'Open',
      offers: [
        hasAddress() && runOffer('Open another window', AppWindow, () => attempt(openWindow()), 'tab new'),
        commandOffer('Switch to another memory', NotebookText, 'switch', 'switch workspace'),
        !workspace.sample && runOffer('Look at the sample', Sparkles, () => attempt(openSample()), 'example'),
      ].filter((offer) => offer !== false),
    },
    {
      title: 'Look',
      offers: [
        runOffer('Use system theme', SunMoon, () => prefer({ theme: 'system' }), 'appearance'),
        runOffer('Light theme', Sun, () => prefer({ theme: 'light' }), 'appearance'),
        runOffer('Dark theme', Moon, () => prefer({ theme: 'dark' }), 'appearance'),
        runOffer('Comfortable rows', Rows3, () => prefer({ density: 'comfortable' }), 'density spacing'),
        runOffer('Compact rows', Rows4, () => prefer({ density: 'compact' }), 'density spacing'),
      ],
    },
    {
      title: 'Help',
      offers: [
        ...helpPages.map(({ id, title }) => runOffer(`Help: ${title}`, BookOpen, () => showHelp(id), 'docs how')),
        runOffer('About Contexture', Info, () => showHelp('about'), 'version licenses'),
        runOffer('Report a problem…', LifeBuoy, () => showHelp('report'), 'bug log help version'),
      ],
    },
  ] satisfies readonly { readonly title: string; readonly offers: readonly Offer[] }[];
}

function toDo({ workspace, abilities, undoRedo }: Pick<OfferSources, 'workspace' | 'abilities' | 'undoRedo'>): Offer[] {
  const { writable } = workspace;
  return [
    writable && commandOffer('Add an entry', Plus, 'add', 'new remember'),
    writable && runOffer('Import a list…', ImportIcon, () => askToBringIn(), 'import paste chatgpt mem0 json export'),
    writable && commandOffer('Set who or what it’s about…', UserRound, 'about', 'person project mark'),
    commandOffer('Search', Search, 'search', 'find'),
    writable && undoRedoOffer('undo', undoRedo?.undo ?? null),
    writable && undoRedoOffer('redo', undoRedo?.redo ?? null),
    runOffer(
      'Secrets and more worth a look',
      ScanSearch,
      () => showFindings(),
      'scan secret password token hidden injection instructions conversations',
    ),
    runOffer('What is said more than once', CopyMinus, () => showTwins(), 'twins duplicates contradictions merge same'),
    commandOffer('Review what’s new', ListChecks, 'triage', 'triage changed since you last looked keep'),
    runOffer('Mark everything as seen', Eye, () => attempt(markAllRead()), 'read new'),
    runOffer('Copy the file’s path', ClipboardCopy, () => copyText(workspace.contextPath, 'Path copied.'), 'clipboard'),
    writable && runOffer('Erase a text everywhere…', Eraser, askToEraseHere, 'password secret purge forget'),
    runOffer('Back up…', HardDriveDownload, () => askToBackUp(), 'save copy export everything'),
    runOffer('Restore from a backup…', ArchiveRestore, () => askToRestoreBackup(), 'move computer'),
    writable && runOffer('Remove all agent data…', Trash2, () => askToRemoveAllStorages(), 'storages state forget'),
    abilities.reveal &&
      runOffer('Show in the file manager', FolderSearch, () => reveal(workspace.id), 'finder explorer'),
    commandOffer('Keyboard shortcuts', Keyboard, 'help', 'keys ?'),
  ].filter((offer) => offer !== false);
}

const commandIcons: { readonly [C in Command]?: LucideIcon } = {
  edit: Pencil,
  confirm: ArrowUp,
  demote: ArrowDown,
  pin: Pin,
  archive: Archive,
  delete: Trash2,
  restore: RotateCcw,
  keep: Eye,
  details: PanelRight,
  'show-in-file': FileText,
};

/** Actions on all entries, once all of them have been read. */
function toDoWithAll({ writable }: Workspace, context: ContextState): Offer[] {
  if (context.kind !== 'ready' || !context.complete) {
    return [];
  }
  const showChart = (): void => {
    prefer({ reviewChart: 'week' });
    go('review');
  };
  return [
    writable && runOffer('Find and replace…', Replace, () => findAndReplace(), 'change everywhere'),
    context.summary.capabilities.dates &&
      runOffer('What was learned, by week', ChartColumn, showChart, 'chart growth statistics month'),
  ].filter((offer) => offer !== false);
}

/** Ways to save all entries as a file for other programs, once all have been read. */
function toSave(workspace: Workspace, context: ContextState): Offer[] {
  if (context.kind !== 'ready' || !context.complete) {
    return [];
  }
  return [
    ...entriesForms.map((form) =>
      runOffer(
        `Save what is known as ${form.name}`,
        Download,
        () => saveEntries(workspace, context, form),
        `export download ${form.ending}`,
      ),
    ),
    runOffer('Print…', Printer, () => window.print(), 'paper pdf'),
  ];
}

/** Most subjects offered; search finds the rest, and those that are topic titles. */
const maxSubjects = 20;

const subjectsIn = (context: ContextState): readonly Subject[] =>
  context.kind === 'ready'
    ? subjectsOf(context.entries.filter(({ key, flags }) => flags.about?.name !== key)).slice(0, maxSubjects)
    : [];

function commandOffer(name: string, icon: Icon, command: Command, words = ''): Offer {
  return { name, icon, command, words, keys: keysOf(command) };
}

/** Named by the change to undo or redo, and found by its general name too. */
function undoRedoOffer(command: 'undo' | 'redo', change: Change | null): Offer {
  const verb = command === 'undo' ? 'Undo' : 'Redo';
  const plain = command === 'undo' ? 'Undo the latest change' : 'Redo what was undone';
  return commandOffer(
    change ? `${verb}: ${change.label}` : plain,
    command === 'undo' ? Undo2 : Redo2,
    command,
    `${plain} back`,
  );
}

function runOffer(name: string, icon: Icon, run: () => void, words = ''): Offer {
  return { name, icon, run, words };
}

async function openWindow(): Promise<void> {
  const address = await newAddressOfThisRun();
  if (address !== null) {
    window.open(address, '_blank', 'noopener');
  }
}

/** Asks about erasing the text under the cursor, if the view has one; otherwise a text to be typed. */
function askToEraseHere(): void {
  if (!runCommand('erase')) {
    askToErase('');
  }
}

const prefer = (values: Partial<Preferences>): void => void writePreferences(values);
const open = (path: string): void => attempt(showWorkspace(path), 'It could not be opened');
const reveal = (workspace: string): void => attempt(call('workspaces.reveal', { workspace }), 'It could not be shown');
