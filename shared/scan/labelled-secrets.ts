import type { FoundSecret } from './finding.ts';

/** Id of a secret that is recognised by its label, not by its shape. */
export const labelledSecret = 'LabelledSecret';

const passwordNames =
  'password|passwd|passphrase|pwd|passwort|kennwort|wachtwoord|contraseña|mot de passe|senha|hasło|парол[ья]|パスワード|密码|密碼|비밀번호';
const keyNames =
  '(?:api|access|secret|private|client|auth|bearer|session|signing|encryption|webhook|deploy|refresh|master|admin|service|bot|personal access)[\\s_-]*(?:key|secret|token)s?\\w{0,12}|api-schlüssel|clé api|ключ api|密钥';
/** Marks around a name, words for its owner, and the sign before the value: `**Password** (root): `, `| key | `. */
const untilValue = '[`"\'*_)]*(?:\\s*\\([^)\\n]{1,40}\\)|\\s+(?:for|of|is)\\b[^:=|\\n]{0,40})?\\s*(?:=>|[:=：|>])';

type Label = {
  /** Text before the value, without the blanks and quotes between. */
  readonly before: RegExp;
  readonly kind: 'password' | 'key' | 'word';
};

/** Names and options that a secret follows. A word alone, such as "key", occurs before many other things. */
const labels: readonly Label[] = [
  { before: new RegExp(`(?:${passwordNames})s?${untilValue}`, 'giu'), kind: 'password' },
  { before: new RegExp(`(?:${keyNames})${untilValue}`, 'giu'), kind: 'key' },
  { before: new RegExp(`(?:secret|token|credential|key)${untilValue}`, 'giu'), kind: 'word' },
  { before: /\bauthorization[`"']?\s*[:=]\s*(?:bearer|basic|token)(?=\s)/giu, kind: 'key' },
  {
    before:
      /\b(?:sshpass|mysql|mysqldump|mariadb)\s(?:[^\n]{0,200}?\s)?-p|--password(?:=|(?=\s))|\bredis-cli\s[^\n]{0,200}?-a(?=\s)|\bcurl\s[^\n]{0,200}?-u\s+[^\s:]{1,40}:/giu,
    kind: 'password',
  },
];

/** Least number of characters of a value. */
const least = { password: 6, key: 8, word: 12 } as const;

const valueAfter = /[\s`"'*]*([^\s`"'<>,;|]+)/y;

/** Finds secrets by the text before them: key, token, password, an option of a command. */
export function labelledSecrets(text: string): readonly FoundSecret[] {
  const found = new Map<number, FoundSecret>();
  for (const { before, kind } of labels) {
    for (const match of text.matchAll(before)) {
      valueAfter.lastIndex = match.index + match[0].length;
      const [whole = '', written = ''] = valueAfter.exec(text) ?? [];
      const value = written.replace(/[).\]]+$/, '');
      const from = match.index + match[0].length + whole.length - written.length;
      if (!whole.includes('\n') && value.length >= least[kind] && isSecretValue(value, kind)) {
        found.set(from, { id: labelledSecret, from, to: from + value.length });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.from - other.from);
}

/** True for a placeholder of a secret: "your-token-here", `${TOKEN}`, xxxx, an example. */
export const isPlaceholder = (value: string): boolean =>
  /(.)\1{5,}|x{4}|\*{3}|•|\.{3}|…|[<>{}]|\$[A-Z_{(]|%[A-Z_]+%/iu.test(value) ||
  /(?:^|[^a-z])(?:your|example|sample|dummy|placeholder|changeme|redacted|insert|replace|todo|fake|foobar)(?:[^a-z]|$)/i.test(
    value,
  ) ||
  /EXAMPLE/.test(value);

/** Values in code, addresses, paths, versions and ids. */
const ordinary =
  /^(?:https?:|[\w.]+\(|process\.env|os\.environ|import\.meta|env[.:]|op:\/\/|vault:|file:|[~.]{0,2}\/|[a-z]:\\|v?\d+(?:\.\d+)+|\d{4}-\d\d-\d\d|ctrl|cmd|alt|shift|id_)/i;
const id =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{7,40}|[0-9a-f]{64}|sha\d+[-:].*|ssh-\w+.*|AAAA[BC].*)$/i;
/** Part of a name: words in any capitals with a number behind, a number, a few signs. */
const ofName = /^(?:(?:\p{Lu}?[\p{Ll}\p{Lo}]{2,}\d{0,2})+|\p{Lu}+\d{0,2}|\d{1,8}|.{0,4})$/u;
/** Length from which values of a word alone may have fewer kinds of signs. */
const longWord = 20;

function isSecretValue(value: string, kind: Label['kind']): boolean {
  if (isPlaceholder(value) || ordinary.test(value) || (kind === 'word' && id.test(value))) {
    return false;
  }
  const parts = value.split(/[-_./:]+/);
  const isPassword = kind === 'password' && parts.length === 1 && /\d/.test(value);
  if (!/\p{L}/u.test(value) || (parts.every((part) => ofName.test(part)) && !isPassword)) {
    return false;
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+=?~]/].filter((sign) => sign.test(value)).length;
  return kinds >= (kind === 'word' && value.length < longWord ? 3 : 2);
}
