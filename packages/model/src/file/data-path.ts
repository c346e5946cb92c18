import { GromaError } from '../error/groma-error.ts';

/**
 * A path of a project file as people write it: `/data/folder/name`, without `.` or `..` segments, in Unicode form C.
 */
export type DataPath = string & { readonly __dataPath: true };

const reserved = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/**
 * Reads a path below `/data/` (FIL-086). A trailing slash (a folder) is dropped; `/data` itself is the root.
 * @throws GromaError BAD_PATH for another root, `..`, NUL or control characters, reserved names, or a segment over 255
 * bytes.
 */
export function parseDataPath(text: string): DataPath {
  const path = text.normalize('NFC').replace(/\/+$/, '');
  if (path !== '/data' && !path.startsWith('/data/')) refuse(text, 'Paths begin with /data/.');
  for (const segment of path.split('/').slice(1)) checkSegment(text, segment);
  return path as DataPath;
}

/**
 * Reads the path of something that may be there already. Code in kernels makes names that `parseDataPath` takes from
 * nobody; they can be opened, renamed and deleted.
 * @throws GromaError BAD_PATH for another root, `..`, NUL, or a segment over 255 bytes.
 */
export function parseExistingPath(text: string): DataPath {
  const path = text.normalize('NFC').replace(/\/+$/, '');
  if (path !== '/data' && !path.startsWith('/data/')) refuse(text, 'Paths begin with /data/.');
  for (const segment of path.split('/').slice(1)) checkPart(text, segment);
  return path as DataPath;
}

/** The path below `/data`, relative and without a leading slash; empty for the root. */
export function relativeDataPath(path: DataPath): string {
  return path.slice('/data/'.length);
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function checkSegment(text: string, segment: string): void {
  checkPart(text, segment);
  if (/\p{Cc}|\\/u.test(segment)) refuse(text, 'It has a backslash or a control character.');
  if (reserved.test(segment)) refuse(text, `"${segment}" is a reserved name.`);
  if (/^[a-z]:/i.test(segment)) refuse(text, 'It begins with a drive letter.');
  if (/[. ]$/.test(segment)) refuse(text, 'A name does not end with a dot or a space.');
}

/** What no path may hold, whoever made the file. */
function checkPart(text: string, segment: string): void {
  if (segment === '') refuse(text, 'It has an empty part.');
  if (segment === '.' || segment === '..') refuse(text, 'It leads outside the folder.');
  if (segment.includes('\0')) refuse(text, 'It has a NUL character.');
  if (new TextEncoder().encode(segment).length > 255) refuse(text, 'A name has at most 255 bytes.');
}

function refuse(path: string, detail: string): never {
  throw new GromaError('BAD_PATH', { path: path.replace(/\p{Cc}/gu, '�'), detail });
}
