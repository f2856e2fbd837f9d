import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import type { Updates } from '#shared/contract/features/updates.ts';
import { useAnswer, useAttempt, useEventTurns } from '../../api/answers.ts';
import { call, on } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { OutsideLink } from '../../entries/outside-link.tsx';
import { copyText } from '../../services/copy-text.ts';
import { attempt as attemptOrSay, sayAndLead } from '../../services/notices.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** Returns the facts about newer versions; null until they were read. */
export function useUpdates(): Updates | null {
  const [turn] = useEventTurns('updates.changed', 'preferences.changed');
  return useAnswer('updates.read', {}, turn).answer;
}

/** Cards about a newer version and about what came with this one, on Home. */
export function UpdatesAttention() {
  const updates = useUpdates();
  return (
    <>
      {updates?.news && <NewsCard news={updates.news} />}
      <OfferCard updates={updates} />
    </>
  );
}

/** Says once when a newer version was found or this one came, and leads to its card. */
export function UpdateNotices() {
  useEffect(() => {
    const said = new Set<string>();
    const tell = ({ news, offer }: Updates): void => {
      const title = news
        ? `Contexture was updated to ${news.version}.`
        : offer && `Contexture ${offer.version} is available.`;
      if (title && !said.has(title)) {
        said.add(title);
        sayAndLead(title, () => go('home'));
      }
    };
    // A page that can't read it yet hears of it with the next change.
    call('updates.read', {}).then(tell, () => undefined);
    return on('updates.changed', tell);
  }, []);
  return null;
}

export function OfferCard({ updates }: Readonly<{ updates: Updates | null }>) {
  const { problem, attempt } = useAttempt();
  const { way, offer } = updates ?? {};
  if (!way || !offer) {
    return null;
  }
  const isLoading = offer.stage === 'downloading';
  return (
    <AttentionCard
      title={`Contexture ${offer.version} is available`}
      actions={
        !isLoading && (
          <>
            {way.kind === 'installs' && offer.stage === 'found' && (
              <Button look="primary" onClick={() => void attempt(() => call('updates.download', {}))}>
                Download
              </Button>
            )}
            {offer.stage === 'ready' && (
              <Button look="primary" onClick={() => void attempt(() => call('updates.install', {}))}>
                Install and restart
              </Button>
            )}
            <Button look="quiet" onClick={() => attemptOrSay(call('updates.skip', { version: offer.version }))}>
              Skip this version
            </Button>
          </>
        )
      }
    >
      <Notes text={offer.notes} />
      <HowToGet way={way} />
      {isLoading && (
        <ProgressLine
          label={`Downloading, ${offer.percent}%`}
          progress={null}
          onCancel={() => attemptOrSay(call('updates.stop', {}))}
        />
      )}
      {offer.stage === 'ready' && (
        <p className="detail">Contexture closes for a moment. You are asked about unsaved text first.</p>
      )}
      {problem && problem.code !== 'cancelled' && <FieldProblem>{problem.message}</FieldProblem>}
    </AttentionCard>
  );
}

function HowToGet({ way: { kind, at } }: Readonly<{ way: NonNullable<Updates['way']> }>) {
  switch (kind) {
    case 'installs':
      return null;
    case 'page':
      return (
        <p>
          Get it at <OutsideLink href={at}>{at}</OutsideLink>
        </p>
      );
    case 'command':
      return (
        <p>
          Get it in a terminal with <code>{at}</code>{' '}
          <IconButton name="Copy the command" onClick={() => copyText(at, 'Command copied.')}>
            <Copy aria-hidden />
          </IconButton>
        </p>
      );
  }
}

function NewsCard({ news }: Readonly<{ news: NonNullable<Updates['news']> }>) {
  return (
    <AttentionCard
      title={`New in Contexture ${news.version}`}
      actions={<Button onClick={() => attemptOrSay(call('updates.seen', {}))}>Got it</Button>}
    >
      <Notes text={news.notes} />
    </AttentionCard>
  );
}

/** Lines that are shown before the rest is asked for. */
const shownLines = 8;

function Notes({ text }: Readonly<{ text: string }>) {
  return text === '' ? null : (
    <div>
      <ClampedText lines={shownLines}>
        <VisibleText as="span" className="as-written" text={text} />
      </ClampedText>
    </div>
  );
}
