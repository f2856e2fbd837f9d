import type { FoundSecret } from './finding.ts';

/** Id of a secret that is known by what it is called, not by its shape. */
export const labelledSecret = 'LabelledSecret';

const passwordNames =
  'password|passwd|passphrase|pwd|passwort|kennwort|contraseña|mot de passe|senha|парол[ья]|パスワード|密码|密碼|비밀번호';
const qualifiers =
  'api|access|secret|private|client|auth|bearer|session|signing|encryption|webhook|deploy|refresh|master|admin|service|bot|personal access';

type Label = {
  /** Text before the value, without the blanks and quotes between. */
  readonly before: RegExp;
  /** Characters a value has at least. */
  readonly least: number;
};

/** Names and options that a secret follows. Words alone, such as "key", stand before many other things, so their values are long. */
const labels: readonly Label[] = [
  { before: new RegExp(`(?:${passwordNames})s?[\`"'*_)]*\\s*(?:=>|[:=：])`, 'giu'), least: 6 },
  { before: new RegExp(`(?:${qualifiers})[\\s_-]*(?:key|secret|token)s?[\`"'*_)]*\\s*(?:=>|[:=：])`, 'giu'), least: 8 },
  { before: /\b\w*(?:secret|token|credential|key)[`"'*_)]*\s*(?:=>|[:=：])/giu, least: 20 },
  { before: /\bauthorization[`"']?\s*[:=]\s*(?:bearer|basic|token)(?=\s)/giu, least: 8 },
  {
    before:
      /\b(?:sshpass|mysql|mysqldump|mariadb)\s(?:[^\n]{0,200}?\s)?-p|--password(?:=|(?=\s))|\bredis-cli\s[^\n]{0,200}?-a(?=\s)/giu,
    least: 6,
  },
];

const valueAfter = /[\s`"'*]*([^\s`"'<>,;|]+)/y;

/** Finds secrets by what stands before them: key, token, password, an option of a command. */
export function labelledSecrets(text: string): readonly FoundSecret[] {
  const found = new Map<number, FoundSecret>();
  for (const { before, least } of labels) {
    for (const match of text.matchAll(before)) {
      valueAfter.lastIndex = match.index + match[0].length;
      const [whole = '', written = ''] = valueAfter.exec(text) ?? [];
      const value = written.replace(/[).\]]+$/, '');
      const from = match.index + match[0].length + whole.length - written.length;
      if (!whole.includes('\n') && value.length >= least && isSecretValue(value, least)) {
        found.set(from, { id: labelledSecret, from, to: from + value.length });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.from - other.from);
}

/** Values that stand where a secret would: "your-token-here", `${TOKEN}`, xxxx, an example. */
export const isPlaceholder = (value: string): boolean =>
  /(.)\1{5,}|x{4}|\*{3}|•|\.{3}|…|[<>{}]|\$[A-Z_{(]|%[A-Z_]+%/iu.test(value) ||
  /(?:^|[^a-z])(?:your|example|sample|dummy|placeholder|changeme|redacted|insert|replace|todo|fake|foobar)(?:[^a-z]|$)/i.test(
    value,
  ) ||
  /EXAMPLE/.test(value);

/** Values in code, addresses, paths, versions and ids. */
const ordinary =
  /^(?:https?:|[\w.]+\(|process\.env|os\.environ|import\.meta|env[.:]|op:\/\/|vault:|file:|[~.]{0,2}\/|[a-z]:\\|v?\d+(?:\.\d+)+|\d{4}-\d\d-\d\d|ctrl|cmd|alt|shift)/i;
const id =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{7,40}|[0-9a-f]{64}|sha\d+[-:].*|ssh-\w+.*|AAAA[BC].*)$/i;

function isSecretValue(value: string, least: number): boolean {
  const isBare = least >= 20;
  if (isPlaceholder(value) || ordinary.test(value) || (isBare && (id.test(value) || /[/:]/.test(value)))) {
    return false;
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+=?~]/].filter((kind) => kind.test(value)).length;
  // Words in any capitals, joined or not, are names; a number is a count.
  const isName = /^(?:\p{L}[\p{Ll}]*[-_.:/]?)+\d{0,2}$/u.test(value) && !/\d/.test(value.slice(0, -2));
  return kinds >= 2 && /\p{L}/u.test(value) && (!isName || (least === 6 && /\d/.test(value)));
}
