const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Random letters and digits, the same each time. */
export const jumble = (length: number): string =>
  Array.from({ length }, (_, index) => letters[(index * 37 + ((index * index) % 53)) % letters.length]).join('');
const from = (...parts: readonly string[]): string => parts.join('');

/**
 * Made-up secrets of the right shape, by the scanner's id for them. They are assembled here so that no file contains
 * anything that looks like a secret.
 */
export const decoys: Readonly<Record<string, string>> = {
  GITHUB_TOKEN: from('gh', 'p_', jumble(36)),
  SLACK_TOKEN: from('xo', 'xb-', '123456789012-', '1234567890123-', jumble(24)),
  OPENAI_TOKEN: from('sk-', 'proj-', jumble(74), 'T3Blbk', 'FJ', jumble(74)),
  ANTHROPIC_API_KEY: from('sk-', 'ant-', 'api03-', jumble(93), 'AA'),
  NPM_ACCESS_TOKEN: from('np', 'm_', jumble(36)),
  SENDGRID_KEY: from('S', 'G.', jumble(22), '.', jumble(43)),
  PostgreSQLConnection: from('postgres', '://ann:', jumble(16), '@db.example.org:5432/notes'),
  PrivateKey: from(
    '-----BEGIN RSA ',
    'PRIVATE KEY-----\n',
    `MI${jumble(62)}\n`.repeat(6),
    '-----END RSA ',
    'PRIVATE KEY-----',
  ),
};

export const decoy: string = decoys['GITHUB_TOKEN'] ?? '';
/** Values that count as a secret only beside their name. */
export const awsSecret: string = jumble(40);
export const awsSecretLine: string = from('AWS_SECRET_', 'ACCESS_KEY=', awsSecret);
