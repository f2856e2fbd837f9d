import type { ScanFinding } from './finding.ts';

/** Names of secrets, by the scanner's id. An unknown one is “a secret”. */
const secretNames: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: 'an Anthropic API key',
  AWSAccessKeyID: 'an AWS access key',
  AWSSecretAccessKey: 'an AWS secret key',
  AWSAccountID: 'an AWS account number',
  BasicAuth: 'a name and password in an address',
  GITHUB_TOKEN: 'a GitHub token',
  IncomingWebhook: 'a Slack webhook',
  LabelledSecret: 'what is called a key, token or password',
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

export const secretName = (rule: string): string => secretNames[rule] ?? 'a secret';

/** Fields that determine the name of a finding. */
export type FindingKey = Pick<ScanFinding, 'kind' | 'rule'>;

/** Names a finding, for a list or behind “holds”. */
export function findingName({ kind, rule }: FindingKey): string {
  return {
    secret: secretName(rule),
    hidden: rule === 'direction' ? 'a change of reading order' : 'hidden characters',
    instruction: 'an instruction to an assistant',
  }[kind];
}
