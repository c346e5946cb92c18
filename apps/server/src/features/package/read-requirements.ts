import { posix } from 'node:path';
import { GromaError, parseDataPath, type DataPath } from '@groma/model';

/** What is to be installed: requirements as pip takes them, and paths of wheels and archives of sources in /data. */
export interface Wanted {
  requirements: string[];
  files: DataPath[];
}

const name = String.raw`[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?`;
const extras = String.raw`(?:\s*\[[A-Za-z0-9._,\s-]*\])?`;
const version = String.raw`(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+`;
const variable = '(?:python_version|python_full_version|os_name|sys_platform|platform_[a-z_]+|implementation_[a-z_]+)';
const marker = String.raw`(?:\s*;[\s(]*${variable}\s*(?:[<>=!~]=?|in\b|not\b)[A-Za-z0-9_."'\s()<>=!~,-]+)?`;
const requirementForm = new RegExp(`^${name}${extras}\\s*(?:${version}(?:\\s*,\\s*${version})*)?${marker}$`);
const nameForm = new RegExp(`^${name}$`);
const archiveForm = /^[A-Za-z0-9][A-Za-z0-9._+!-]*\.(?:whl|tar\.gz|zip)$/;
/** Bytes of a requirements.txt. */
export const longestFile = 256 * 1024;
/** Characters of one requirement: the forms above take the square of it. */
const longestRequirement = 300;
const mostLines = 1_000;

/**
 * A requirement by name, with versions and markers. Addresses, version control and options of pip are none: they would
 * lead to other places than the index, or out of the project.
 * @throws GromaError PACKAGE_REFUSED
 */
export function parseRequirement(text: string): string {
  const plain = plainSpaces(text);
  if (isRequirement(plain)) return plain;
  throw new GromaError('PACKAGE_REFUSED', { name: shortened(plain), detail: reasonOf(plain) });
}

/** The name of a package alone. @throws GromaError PACKAGE_REFUSED */
export function parsePackageName(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= longestRequirement && nameForm.test(trimmed)) return trimmed;
  throw new GromaError('PACKAGE_REFUSED', { name: shortened(trimmed), detail: 'this is not the name of a package.' });
}

/** Whether a path is that of a wheel or an archive of sources. */
export function isArchive(path: string): boolean {
  return archiveForm.test(posix.basename(path));
}

/** The path of a wheel or an archive of sources in /data. @throws GromaError PACKAGE_REFUSED, BAD_PATH */
export function parseArchive(path: string): DataPath {
  if (isArchive(path)) return parseDataPath(path);
  throw new GromaError('PACKAGE_REFUSED', {
    name: shortened(path),
    detail: 'only wheels (.whl) and archives of sources (.tar.gz, .zip) can be installed from files.',
  });
}

/**
 * What a requirements.txt asks for: a requirement in each line, or a wheel by a path from the file's folder on. Other
 * options of pip are refused with their line.
 * @throws GromaError PACKAGE_REFUSED
 */
export function parseRequirementsFile(text: string, path: DataPath): Wanted {
  const refuse = (detail: string): never => {
    throw new GromaError('PACKAGE_REFUSED', { name: path, detail });
  };
  if (text.length > longestFile) refuse('the file is too long.');
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > mostLines) refuse(`it has more than ${mostLines} lines.`);
  const wanted: Wanted = { requirements: [], files: [] };
  let begun = '';
  for (const [at, line] of lines.entries()) {
    const goesOn = line.endsWith('\\') && at < lines.length - 1;
    const whole = begun + (goesOn ? `${line.slice(0, -1)} ` : line);
    begun = goesOn ? whole : '';
    if (goesOn) continue;
    const content = plainSpaces(whole.replace(/(?:^|\s)#[^]*$/, ''));
    if (content === '') continue;
    if (isArchive(content) && !content.includes(':'))
      wanted.files.push(parseArchive(posix.resolve(posix.dirname(path), content)));
    else if (isRequirement(content)) wanted.requirements.push(content);
    else refuse(`line ${at + 1}, “${shortened(content)}”: ${reasonOf(content)}`);
  }
  return wanted;
}

function isRequirement(text: string): boolean {
  return text.length <= longestRequirement && requirementForm.test(text);
}

function plainSpaces(text: string): string {
  return text.trim().replace(/[ \t]+/g, ' ');
}

function reasonOf(text: string): string {
  if (text.startsWith('-') || /\s--/.test(text)) return 'options of pip are not taken here.';
  if (/:\/\/|\sgit\+|^git\+|@/.test(text))
    return 'packages come from the package index or from files in /data, not from other addresses.';
  if (text.length > longestRequirement) return `it has more than ${longestRequirement} characters.`;
  return 'write a name, with versions where needed, such as pandas>=3.';
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
