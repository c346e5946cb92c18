import { posix } from 'node:path';
import { isTestFile } from './source-role.mjs';

/**
 * Features that stand on a base: its folders, each of which may import those before it. Every other folder of the
 * feature is a sibling, which imports the base and itself; files beside the folders put the siblings together.
 */
const basesOfFeature = {
  'apps/server/src/features/file': ['entry'],
  'apps/server/src/features/map': ['import', 'reader', 'record', 'edit', 'tree'],
  'apps/server/src/features/notebook': ['picture', 'output', 'template', 'record'],
  'apps/web/src/features/file': ['entry', 'folder', 'action'],
  'apps/web/src/features/map': [
    'maps',
    'layer',
    'look',
    'field',
    'basemap',
    'session',
    'filter',
    'join',
    'render',
    'view',
  ],
  'apps/web/src/features/notebook': ['notebooks', 'block'],
};

/**
 * Judges one import within a feature that stands on a base.
 *
 * @param {string} path the importing file
 * @param {string} target the path it imports, from the root
 * @returns {string | undefined} what is wrong and what to do instead
 */
export function judgeFeatureArrow(path, target) {
  const feature = Object.keys(basesOfFeature).find((folder) => path.startsWith(`${folder}/`));
  if (feature === undefined || isTestFile(path) || !target.startsWith(`${feature}/`)) return undefined;
  const [from, to] = [folderOf(feature, path), folderOf(feature, target)];
  if (from === '' || from === to) return undefined;
  const bases = basesOfFeature[feature];
  const name = posix.basename(feature);
  if (to === '')
    return `${from} imports a file that puts ${name} together. Move what it needs into the base (${bases.join(', ')}), or let that file hand it in.`;
  const [fromAt, toAt] = [bases.indexOf(from), bases.indexOf(to)];
  if (fromAt < 0 && toAt < 0)
    return `${from} imports ${to}, and siblings of ${name} do not know each other. Move what both need into the base (${bases.join(', ')}), or hand it in from a file beside the folders.`;
  if (fromAt >= 0 && toAt < 0)
    return `${from} is base of ${name} and imports ${to}, which stands on it. Turn the arrow: let ${to} be handed in, or move what ${from} needs into the base.`;
  if (fromAt >= 0 && toAt > fromAt)
    return `${from} imports ${to}, which stands above it in the base of ${name} (${bases.join(', ')}). Turn the arrow: let ${to} hand in what ${from} needs.`;
  return undefined;
}

/** The folder of a feature that a file lies in, however deep; nothing for a file beside the folders. */
function folderOf(feature, path) {
  const [first, ...rest] = path.slice(feature.length + 1).split('/');
  return rest.length === 0 ? '' : first;
}
