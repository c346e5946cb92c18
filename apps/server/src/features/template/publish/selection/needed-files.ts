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
  return pattern ? files.flatMap((file) => (pattern.test(file.path) ? [file.path] : [])) : [];
}

/** Undefined for one that would mean everything. */
function patternOf(path: string): RegExp | undefined {
  const parts = path.split(/(\*\*\/?|\*|\?|\{[^{}]*\})/);
  if (parts.slice(0, 2).join('').startsWith('/data/*') && !/[A-Za-z0-9]/.test(parts.slice(2).join('')))
    return undefined;
  const source = parts.map((part, index) =>
    index % 2 === 0
      ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      : part.startsWith('**')
        ? '(?:.*/)?'
        : part === '?'
          ? '[^/]'
          : '[^/]*',
  );
  return new RegExp(`^${source.join('')}$`);
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
