/**
 * Whether a path is a test: `x.test.ts`, `x.spec.ts`, or anything in the test folder of a workspace.
 *
 * @param {string} path from the root, with forward slashes
 */
export function isTestFile(path) {
  return /\.(test|spec)\.\w+$/.test(path) || /^(apps|packages)\/[^/]+\/test\//.test(path);
}

/**
 * @typedef {{ app: string, floor: string, feature?: string }} Place
 */

/** From the top floor down; an arrow may only go to the same floor or further down the list. */
export const floors = ['main', 'sample', 'shell', 'services', 'features', 'registry', 'platform'];

/**
 * Where a file of an application stands.
 *
 * @param {string} path from the root
 * @returns {Place | undefined} nothing for files outside `apps/<app>/src`; floor `''` for a file on no known floor
 */
export function placeOf(path) {
  const match = /^apps\/([^/]+)\/src\/(.*)$/.exec(path);
  if (!match) return undefined;
  const [, app, rest] = match;
  const segments = rest.split('/');
  if (segments.length === 1) return { app, floor: /^(main|embed|app)\.tsx?$/.test(rest) ? 'main' : '' };
  const floor = floors.includes(segments[0]) ? segments[0] : '';
  return floor === 'features' ? { app, floor, feature: segments[1].replace(/\.\w+$/, '') } : { app, floor };
}
