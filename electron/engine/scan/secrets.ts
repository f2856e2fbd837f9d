import { toContextureError } from '#shared/contract/errors.ts';
import type { FoundSecret } from '#shared/scan/finding.ts';
import { isPlaceholder, labelledSecrets } from '#shared/scan/labelled-secrets.ts';
import { withoutFinding } from '#shared/scan/mend.ts';
import { findingName } from '#shared/scan/words.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

/** Run of characters without which a text has no secret recognised by its form; looking for one takes time. */
const like = /\S{12}/;

/** Rules that find a secret with the text around it, which may well be an example. */
const isWhole = /PrivateKey|Connection|BasicAuth/;

export type Secrets = ReturnType<typeof createSecrets>;

/** Finds secrets with a scanner that is loaded on first use. A failure to load it is reported once. */
export function createSecrets({ ports, tell }: Pick<WorkspaceParts, 'ports' | 'tell'>) {
  let scanner: ReturnType<typeof ports.secretScanner> | null = null;
  let problem: string | null = null;

  /** Never rejects. */
  async function find(text: string): Promise<readonly FoundSecret[]> {
    const labelled = labelledSecrets(text);
    if (problem !== null || !like.test(text)) {
      return labelled;
    }
    try {
      scanner ??= ports.secretScanner();
      const formal = await (await scanner)(text);
      const secrets = formal.filter(({ id, from, to }) => isWhole.test(id) || !isPlaceholder(text.slice(from, to)));
      const others = labelled.filter(({ from, to }) => !formal.some((one) => one.from < to && from < one.to));
      return [...secrets, ...others];
    } catch (error) {
      // Several callers may have waited for the scanner.
      if (problem === null) {
        problem = 'Contexture can’t look for secrets: what finds them does not work. Everything else does.';
        ports.log('warn', `${problem} ${toContextureError(error).code}`);
        tell('notice', { severity: 'warning', message: problem });
      }
      return labelled;
    }
  }

  return {
    find,
    /** Secrets of a text that another does not have, each kind once: “a GitHub token”. Never rejects. */
    async newIn(text: string, before: string): Promise<string[]> {
      const added = (await find(text)).filter(({ from, to }) => !before.includes(text.slice(from, to)));
      return [...new Set(added.map(({ id }) => findingName({ kind: 'secret', rule: id })))];
    },
    /** Text with each secret found masked. Never rejects. */
    async masked(text: string): Promise<string> {
      const secrets = await find(text);
      return secrets.reduce((safe, { from, to }) => withoutFinding('secret', text.slice(from, to), safe) ?? safe, text);
    },
    /** Reason why none can be found; null if they can. */
    problem: (): string | null => problem,
  };
}
