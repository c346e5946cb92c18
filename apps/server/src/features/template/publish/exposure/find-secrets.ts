import type { TemplateExposure } from '@groma/protocol';

export type SecretReason = Exclude<TemplateExposure['refused'][number]['reason'], 'private-file'>;

/** Each expression takes time in proportion to the text: none begins anew within what it has passed over. */
const signs: readonly (readonly [SecretReason, RegExp])[] = [
  ['private-key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/],
  [
    'access-token',
    // This server, GitHub, GitLab, OpenAI and Anthropic, Slack, Hugging Face, npm, PyPI, Stripe, Mapbox, Google.
    /\b(?:groma_(?:pat_)?[\w-]{30,}|gh[pousr]_\w{36,}|github_pat_\w{22,}|glpat-[\w-]{20,}|sk-(?:proj-|svcacct-|admin-|ant-[a-z0-9]{1,10}-)?[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|hf_[A-Za-z]{30,}|npm_\w{36}|pypi-[\w-]{50,}|[rs]k_live_\w{16,}|sk\.eyJ[\w-]{20,}\.[\w-]{10,}|ya29\.[\w-]{20,})/,
  ],
  [
    'cloud-key',
    /\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}\b|AIza[\w-]{35}|AccountKey=[A-Za-z0-9+/]{40,}|aws_secret_access_key["']?\s{0,5}[=:]\s{0,5}["']?[A-Za-z0-9/+]{40})|[?&]sig=[A-Za-z0-9%+/]{30,}|"private_key"\s{0,5}:\s{0,5}"-----/i,
  ],
];
const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@'"`<>\\]{0,200}):([^\s/@'"`<>\\]{1,200})@[^\s/'"`<>\\]/gi;
/** What stands for a password in code and instructions. */
const placeholder =
  /^(?:[*.•x_-]+|\{.*\}|\$\{\w+\}|\$\(\w+\)|%\w+%|\[.*\]|password|passwd|pass|pwd|secret|your[_-].*|yourpassword)$/i;
const variable = /^\$[A-Z_][A-Z0-9_]*$/;

/** Signs that stand for others in JSON and in code, also in JSON within JSON; a letter in them is no part of a word. */
const escapes = /\\{1,8}(?:[nrtbf"'/]|u00[0-9a-f]{2})/gi;

/** The secrets that a text holds, by what they are: each kind once. */
export function findSecrets(written: string): SecretReason[] {
  const text = written.includes('\\') ? written.replaceAll(escapes, ' ') : written;
  const found = signs.flatMap(([reason, sign]) => (sign.test(text) ? [reason] : []));
  const hasPassword = [...text.matchAll(address)].some(
    ([, , password = '']) => !placeholder.test(password) && !variable.test(password),
  );
  return hasPassword ? [...found, 'password-in-address'] : found;
}
