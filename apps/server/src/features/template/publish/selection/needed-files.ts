import { basename, dirname, extname } from 'node:path/posix';
import type { ProjectContent } from './project-content.ts';

type Files = Pick<ProjectContent, 'files' | 'paths' | 'folders'>;

/**
 * Paths of the files that a text means: one file, all below a folder, or those that fit a pattern with `*`, `?` or a
 * `{…}` that code fills in. A path without `/` in front is within `/data`, where code runs. All of `/data` at once is
 * meant by none.
 */
export function filesMeant(said: string, { files, paths, folders }: Files): string[] {
  const text = said.trim().replace(/^(file|image):/, '');
  if (text === '' || text.length > 1_000 || text.includes('\n')) return [];
  const path = text.startsWith('/')
    ? text.replace(/\/+$/, '')
    : `/data/${text.replace(/^(\.\/)+/, '').replace(/\/+$/, '')}`;
  if (!path.startsWith('/data/') || path.length <= '/data/'.length) return [];
  if (folders.has(path)) return files.flatMap((file) => (file.path.startsWith(`${path}/`) ? [file.path] : []));
  if (!/[*?{]/.test(path)) return paths.has(path) ? [path] : [];
  const pattern = patternOf(path);
  return pattern ? files.flatMap((file) => (pattern(file.path) ? [file.path] : [])) : [];
}

const mostWildcards = 20;

/** Undefined for one that would mean everything, and for one of more wildcards than people write. */
function patternOf(path: string): ((file: string) => boolean) | undefined {
  const parts = path.split(/(\*\*\/?|\*|\?|\{[^{}]*\})/);
  if (parts.length > 2 * mostWildcards + 1) return undefined;
  if (parts.slice(0, 2).join('').startsWith('/data/*') && !/[A-Za-z0-9]/.test(parts.slice(2).join('')))
    return undefined;
  return (file) => {
    if (!file.startsWith(parts[0]!)) return false;
    // Where in the file's path each part can end: whatever the pattern, each is looked at once for each place.
    let ends = new Set([0]);
    parts.forEach((part, index) => {
      ends = index % 2 === 0 ? afterLiteral(file, part, ends) : afterWildcard(file, part, ends);
    });
    return ends.has(file.length);
  };
}

function afterLiteral(file: string, literal: string, starts: ReadonlySet<number>): Set<number> {
  return new Set([...starts].flatMap((start) => (file.startsWith(literal, start) ? [start + literal.length] : [])));
}

/** `**` passes over folders, `?` over one character of a name, `*` and `{…}` over any of them. */
function afterWildcard(file: string, wildcard: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  let isBehind = false;
  for (let at = 0; at <= file.length; at += 1) {
    const before = file[at - 1];
    if (wildcard === '?') {
      if (at > 0 && before !== '/' && starts.has(at - 1)) ends.add(at);
      continue;
    }
    const isFolders = wildcard.startsWith('**');
    if (!isFolders && before === '/') isBehind = false;
    if (starts.has(at) || (isBehind && (!isFolders || before === '/'))) ends.add(at);
    if (starts.has(at)) isBehind = true;
  }
  return ends;
}

/** Endings of files that lie beside an image or a table and are read with it, in place of its own or after it. */
const companions = [
  '.aux.xml',
  '.ovr',
  '.msk',
  '.prj',
  '.tfw',
  '.tifw',
  '.jgw',
  '.jpgw',
  '.pgw',
  '.pngw',
  '.wld',
  '.hdr',
  '.shx',
  '.dbf',
  '.cpg',
  '.qix',
  '.sbn',
  '.sbx',
];

/** The files that are read with a file: world files, masks and overviews of an image, the parts of a shapefile. */
export function companionsOf(path: string, { paths }: Pick<Files, 'paths'>): string[] {
  const stem = path.slice(0, path.length - extname(path).length);
  const names = companions.flatMap((ending) =>
    [ending, ending.toUpperCase()].flatMap((each) => [`${path}${each}`, `${stem}${each}`]),
  );
  return names.filter((name) => name !== path && paths.has(name));
}

/** The files of a 3D layer: a set of tiles is all that lies in its folder, a model or a point cloud one file. */
export function filesOfSolid(path: string, { files }: Pick<Files, 'files'>): string[] {
  const folder = dirname(path);
  if (!/\.(json|gltf)$/i.test(basename(path)) || folder === '/data') return [path];
  return files.flatMap((file) => (file.path.startsWith(`${folder}/`) ? [file.path] : []));
}
