const leftOut = '(left out)';

/** Fields that are never written down, whatever they hold. */
const secretName = /pass(word|wd)?|secret|token|cookie|authorization|signature|credential|api_?key/i;

/** What looks like a secret inside a text: parts of addresses, headers, passwords of database addresses. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/([?&][^=&\s"']*(?:token|secret|signature|password|key|code|state)[^=&\s"']*=)[^&\s"'#]+/gi, `$1${leftOut}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${leftOut}`],
  [/(\b[\w-]*session_token=)[^;\s"']+/gi, `$1${leftOut}`],
  [/(\w+:\/\/[^:/\s@"']+:)[^@/\s"']+@/g, `$1${leftOut}@`],
  [/\$argon2\w*\$[^\s"',]+/g, leftOut],
];

/**
 * A copy of what is about to be logged without passwords, tokens and cookies, however deep they lie. Plain data in,
 * plain data out.
 */
export function stripSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return secretTexts.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '(deeper than is logged)';
  if (Array.isArray(value)) return value.map((each) => stripSecrets(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secretName.test(name) && each !== undefined && each !== null ? leftOut : stripSecrets(each, depth + 1),
    ]),
  );
}
