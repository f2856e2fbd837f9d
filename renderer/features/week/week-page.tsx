import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { Result } from '#shared/contract/contract.ts';
import type { DigestedMemory } from '#shared/contract/features/digest.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { type DigestCounts, digestKindNames, digestKinds } from '#shared/digest/digest-kinds.ts';
import { digestInWords } from '#shared/digest/digest-words.ts';
import { lastDayOf, weekBefore } from '#shared/digest/periods.ts';
import { addDays } from '#shared/text/dates.ts';
import { memoryName, namesApart } from '#shared/wording/memory-names.ts';
import { useAnswer, useEventTurns } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { go } from '../../api/navigation.ts';
import { SectionLegend } from '../../entries/chart/section-bars.tsx';
import { SectionChart } from '../../entries/chart/section-chart.tsx';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment } from '../../wording/dates.ts';
import { WeekLists } from './week-lists.tsx';
import styles from './week-page.module.css';
import { clearWeek, showKind, showMemory, showWeek, toggleDay, useWeek } from './week-store.ts';

type Digest = Result<'digest.read'>;

/** Most entries of a kind listed among others, and by themselves. */
const most = { each: 5, alone: 1000 };

/** Milliseconds for which several changes are read together. */
const pause = 500;

/** Changes of a week, in all memories or in one. */
export function WeekPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const today = useApp((state) => state.today);
  const { weeks, day, memory, kind } = useWeek();
  const week = weekBefore(today, weeks);
  const [turn] = useEventTurns('history.changed', 'recent.changed', 'erase.done');
  const of = {
    items: kind === null ? most.each : most.alone,
    ...(memory === null ? { also: workspace.path } : { memory }),
  };
  const { answer, problem } = useAnswer('digest.read', { ...week, ...of }, turn, turn === 0 ? 0 : pause);
  const ofDay = useAnswer('digest.read', day === null ? null : { from: day, before: addDays(day, 1), ...of }, turn);
  useCommands((command) => runFirst(command, { escape: () => clearWeek() || go('home') }) || undoCommand(command));
  const shown = day === null ? answer : ofDay.answer;
  const failure = problem ?? ofDay.problem;
  return (
    <section className="scroller" aria-label="This week">
      <div className="page">
        <WeekHead weeks={weeks} from={week.from} to={lastDayOf(week)} />
        {failure && <FieldProblem>{failure.message}</FieldProblem>}
        {answer === null && failure === null && <Skeleton label="Reading the week" />}
        {answer && digestInWords(answer.counts) === null && <NothingHappened weeks={weeks} digest={answer} />}
        {answer && digestInWords(answer.counts) !== null && (
          <>
            <WeekChart digest={answer} />
            {memory !== null && <OnlyMemory memories={answer.memories} />}
            {shown && (
              <>
                <KindChips counts={shown.counts} />
                <WeekLists digest={shown} open={workspace.path} />
              </>
            )}
            {memory === null && <MemoryTable memories={answer.memories} />}
          </>
        )}
        {answer && <Asides memories={answer.memories} from={week.from} />}
      </div>
    </section>
  );
}

const weekName = (weeks: number): string =>
  weeks === 0 ? 'This week' : weeks === 1 ? 'The week before' : `${counted(weeks, 'week', 'weeks')} ago`;

function WeekHead({ weeks, from, to }: Readonly<{ weeks: number; from: string; to: string }>) {
  return (
    <header className="line">
      <div className="grow">
        <h1 className={styles['name']}>{weekName(weeks)}</h1>
        <p className="detail" aria-live="polite">
          {dateInWords(from)} to {dateInWords(to)}
        </p>
      </div>
      <IconButton name="Week before" onClick={() => showWeek(weeks + 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Week after" disabled={weeks === 0} onClick={() => showWeek(weeks - 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </header>
  );
}

function NothingHappened({ weeks, digest }: Readonly<{ weeks: number; digest: Digest }>) {
  const isOne = digest.memories.length === 1;
  return (
    <EmptyState
      title={`Nothing was learned ${weeks === 0 ? 'this week' : 'that week'}`}
      action={<Button onClick={() => showWeek(weeks + 1)}>See the week before</Button>}
    >
      What assistants learn, and what you correct or archive, is summed up here,{' '}
      {isOne ? 'as its history has it.' : 'for each memory you opened before.'}
    </EmptyState>
  );
}

const parts = digestKinds.map((id) => ({ id, label: digestKindNames[id] }));

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const weekdayOf = (day: string): string => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';

function WeekChart({ digest }: Readonly<{ digest: Digest }>) {
  const shownDay = useWeek((state) => state.day);
  const bars = digest.days.map(({ day, counts }) => ({ period: day, counts, total: sumOf(counts) }));
  return (
    <div className={styles['chart']}>
      <SectionChart
        label="Day by day"
        parts={parts}
        barsLabel="Days. Left and right arrow move, Enter shows only that day."
        bars={bars}
        nameOf={({ period }) => `${weekdayOf(period)} ${dateInWords(period)}`}
        periodHead="Day"
        trail={
          <nav className={styles['trail']} aria-label="Days shown">
            {shownDay === null ? (
              'Each day'
            ) : (
              <Button look="link" onClick={() => toggleDay(shownDay)}>
                Show all days
              </Button>
            )}
          </nav>
        }
        legend={(pointed) => pointed === undefined && <SectionLegend bars={bars} parts={parts} />}
        tickOf={(index) => ({ text: weekdayOf(bars[index]?.period ?? ''), shown: 'always' })}
        isPressed={({ period }) => period === shownDay}
        isLeftOut={({ period }) => shownDay !== null && period !== shownDay}
        onPress={({ period }) => toggleDay(period)}
        onShow={({ period }) => toggleDay(period)}
      />
    </div>
  );
}

const sumOf = (counts: DigestCounts): number => digestKinds.reduce((sum, kind) => sum + counts[kind], 0);

function KindChips({ counts }: Readonly<{ counts: DigestCounts }>) {
  const kind = useWeek((state) => state.kind);
  const kinds = digestKinds.filter((each) => counts[each] > 0 || each === kind);
  return (
    kinds.length > 1 && (
      <div className="wrap-close" role="group" aria-label="What is listed">
        {kinds.map((each) => (
          <Chip
            key={each}
            count={counts[each]}
            pressed={each === kind}
            onPress={() => showKind(each === kind ? null : each)}
          >
            {digestKindNames[each]}
          </Chip>
        ))}
      </div>
    )
  );
}

function OnlyMemory({ memories: [memory] }: Readonly<{ memories: readonly DigestedMemory[] }>) {
  return (
    memory && (
      <div className="line">
        <VisibleText as="span" className="strong breaks" text={memoryName(memory)} />
        <Button look="text" onClick={() => showMemory(null)}>
          <X aria-hidden /> Show all memories
        </Button>
      </div>
    )
  );
}

function MemoryTable({ memories }: Readonly<{ memories: readonly DigestedMemory[] }>) {
  const nameOf = namesApart(memories, memoryName);
  const happened = memories.filter(({ counts }) => digestInWords(counts) !== null);
  if (happened.length < 2) {
    return null;
  }
  return (
    <section className="stack-2" aria-labelledby="week-memories">
      <h2 id="week-memories" className="title">
        By memory
      </h2>
      <div className={styles['table']}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Memory</th>
              {digestKinds.map((kind) => (
                <th key={kind} scope="col">
                  {digestKindNames[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {happened.map((memory) => (
              <tr key={memory.path}>
                <th scope="row">
                  <Button look="link" title={memory.path} onClick={() => showMemory(memory.path)}>
                    <VisibleText text={nameOf(memory)} />
                  </Button>
                </th>
                {digestKinds.map((kind) => (
                  <td key={kind}>{countInWords(memory.counts[kind])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What the counts leave out, and why. */
function Asides({ memories, from }: Readonly<{ memories: readonly DigestedMemory[]; from: string }>) {
  const nameOf = namesApart(memories, memoryName);
  const unread = memories.flatMap((memory) =>
    memory.problem !== null
      ? [`${nameOf(memory)} was not read: ${memory.problem}`]
      : memory.isWhole
        ? []
        : [`${nameOf(memory)} changed so much that its first changes in these days are not counted.`],
  );
  const young = memories.filter(({ begins }) => begins !== null && dayOfMoment(begins) > from);
  const asides = [...unread, ...(young[0] === undefined ? [] : [beginsInWords(young[0], young.length)])];
  return (
    asides.length > 0 && (
      <ul className="stack-1 detail">
        {asides.map((aside) => (
          <li key={aside}>
            <VisibleText text={aside} />
          </li>
        ))}
      </ul>
    )
  );
}

function beginsInWords(memory: DigestedMemory, count: number): string {
  const what =
    count > 1
      ? `The histories of ${countInWords(count)} memories begin later.`
      : `The history of ${memoryName(memory)} begins on ${dateInWords(dayOfMoment(memory.begins ?? 0))}.`;
  return `${what} From before, only entries with a date are counted.`;
}
