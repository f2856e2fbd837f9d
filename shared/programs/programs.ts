import { amplifierProgram } from './amplifier/program.ts';
import { chatGptProgram } from './chatgpt/program.ts';
import { claudeCodeProgram } from './claude-code/program.ts';
import { claudeDesktopProgram } from './claude-desktop/program.ts';
import { codexProgram } from './codex/program.ts';
import { contextureProgram, ownPlace } from './contexture/program.ts';
import { cursorProgram } from './cursor/program.ts';
import { geminiCliProgram } from './gemini-cli/program.ts';
import { hermesProgram } from './hermes/program.ts';
import { larAgentProgram } from './laragent/program.ts';
import { lettaProgram } from './letta/program.ts';
import { openClawProgram } from './openclaw/program.ts';
import { piProgram } from './pi/program.ts';
import type {
  ConversationSource,
  MemorySource,
  Program,
  ProgramConnection,
  ProgramHome,
  RunSource,
  SettingsFolder,
} from './program.ts';
import {
  type ConnectedId,
  isConnected,
  nameOfProgram,
  type ProgramId,
  programIds,
  programInWords,
  type RunSourceId,
} from './program-ids.ts';
import { vsCodeProgram } from './vs-code/program.ts';
import { windsurfProgram } from './windsurf/program.ts';

const records: Readonly<Record<ProgramId, Program>> = {
  'claude-code': claudeCodeProgram,
  'claude-desktop': claudeDesktopProgram,
  hermes: hermesProgram,
  openclaw: openClawProgram,
  codex: codexProgram,
  'gemini-cli': geminiCliProgram,
  letta: lettaProgram,
  cursor: cursorProgram,
  windsurf: windsurfProgram,
  'vs-code': vsCodeProgram,
  amplifier: amplifierProgram,
  pi: piProgram,
  chatgpt: chatGptProgram,
  laragent: larAgentProgram,
  contexture: contextureProgram,
};

/** Every program, in the order in which people see them. */
export const programs = programIds.map((id) => ({ id, ...records[id] }));

type PlaceOf<Place> = Place & { readonly assistant: string; readonly home?: ProgramHome | undefined };
export type ProgramMemory = PlaceOf<MemorySource>;
export type ProgramConversations = PlaceOf<ConversationSource>;

const collect = <Place>(placesOf: (program: Program) => readonly Place[] | undefined): readonly PlaceOf<Place>[] =>
  programs.flatMap((program) =>
    (placesOf(program) ?? []).map((place) => ({ ...place, home: program.home, assistant: nameOfProgram(program.id) })),
  );
export const memoryPlaces = collect(({ memories }) => memories);
export const projectMemoryPlaces = collect(({ projectMemories }) => projectMemories);
/** Places of other programs, in the order in which the person is asked about them. */
export const conversationPlaces = collect(({ conversations }) => conversations).filter(({ id }) => id !== ownPlace.id);

export const runSources = programs.flatMap(({ runs = [] }) => runs);
const runSourcesById = new Map(runSources.map((source) => [source.id, source]));
export function runSource(id: RunSourceId): RunSource {
  const source = runSourcesById.get(id);
  if (source === undefined) {
    throw new RangeError(`No program has workflows called ${id}.`);
  }
  return source;
}

/** Program that can be set to start Contexture for its assistant. */
export type ConnectedProgram = Omit<ProgramConnection, 'mayCall'> & {
  readonly id: ConnectedId;
  readonly label: string;
  readonly folders: readonly SettingsFolder[];
  /** True for a name it may have given when it connected. */
  readonly goesBy: (name: string) => boolean;
};

export const connectedPrograms: readonly ConnectedProgram[] = programs.flatMap(({ id, home, connection }) => {
  if (connection === undefined || !isConnected(id)) {
    return [];
  }
  const { mayCall, ...settings } = connection;
  const label = nameOfProgram(id);
  const goesBy = (name: string): boolean => programInWords(name) === label || mayCall.test(name);
  return [{ folders: foldersOf(home), ...settings, id, label, goesBy }];
});

/** Folders in which a program may have its home, the first that exists counts. */
function foldersOf(home: ProgramHome | undefined): readonly SettingsFolder[] {
  const [variable, folder] = [home?.variable, home?.folder ?? null];
  return [...(variable === undefined ? [] : [{ variable, below: '' }]), ...(folder === null ? [] : [{ home: folder }])];
}

export function connectedProgram(id: ConnectedId): ConnectedProgram {
  const found = connectedPrograms.find((program) => program.id === id);
  if (found === undefined) {
    throw new RangeError(`No program is called ${id}.`);
  }
  return found;
}
