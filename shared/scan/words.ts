import type { Finding } from './finding.ts';
import { instructionRules } from './instruction-rules.ts';

/** What a secret is, by the scanner's id. One it learns of later is “a secret”. */
const secretNames: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: 'an Anthropic API key',
  AWSAccessKeyID: 'an AWS access key',
  AWSSecretAccessKey: 'an AWS secret key',
  AWSAccountID: 'an AWS account number',
  BasicAuth: 'a name and password in an address',
  GITHUB_TOKEN: 'a GitHub token',
  IncomingWebhook: 'a Slack webhook',
  LINEAR_API_TOKEN: 'a Linear API token',
  MongoDBConnection: 'a MongoDB address with its password',
  MySQLConnection: 'a MySQL address with its password',
  NPM_ACCESS_TOKEN: 'an npm token',
  Npmrc_authToken: 'an npm token',
  OPENAI_TOKEN: 'an OpenAI API key',
  OPS_TOKEN: 'a 1Password token',
  PackageJSON_xOauthToken: 'a GitHub token',
  PostgreSQLConnection: 'a PostgreSQL address with its password',
  PrivateKey: 'a private key',
  PrivateKeyJSON: 'a Google Cloud key',
  SENDGRID_KEY: 'a SendGrid key',
  SHOPIFY_KEY: 'a Shopify key',
  SLACK_TOKEN: 'a Slack token',
};

const hiddenWhy: Readonly<Record<string, string>> = {
  direction:
    'This line holds characters that change the order in which it is shown, so it may say something else than it seems to.',
  hidden_text: 'This line holds a text in characters that nobody sees and an assistant reads.',
  invisible: 'This line holds characters that can’t be seen, and that an assistant reads.',
};

const secretName = (rule: string): string => secretNames[rule] ?? 'a secret';

type Named = Pick<Finding, 'kind' | 'rule'>;

/** What was found, to stand in a list or behind “holds”. */
export function findingName({ kind, rule }: Named): string {
  return {
    secret: secretName(rule),
    hidden: rule === 'direction' ? 'a change of reading order' : 'hidden characters',
    instruction: 'an instruction to an assistant',
  }[kind];
}

/** Why it is worth a look, and what that comes to: sentences. @param where in a file, or in a conversation that was had */
export function whyFound({ kind, rule }: Named, where: 'file' | 'conversation' = 'file'): string {
  if (kind === 'secret') {
    const what = `This looks like ${secretName(rule)}.`;
    return where === 'file'
      ? `${what} Whatever reads this file can use it.`
      : `${what} Whatever reads this conversation can use it, and a provider may have it.`;
  }
  if (kind === 'hidden') {
    return hiddenWhy[rule] ?? hiddenWhy['invisible'] ?? '';
  }
  const why = instructionRules.find(({ name }) => name === rule)?.why ?? 'reads like an instruction';
  return where === 'file'
    ? `This line ${why}. An assistant that reads it may follow it.`
    : `A tool answered with a line that ${why}. The assistant may have followed it.`;
}
