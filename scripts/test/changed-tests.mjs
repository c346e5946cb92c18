import { journeysOfFolder } from './journey-table.mjs';

/**
 * The journeys that tell whether a change is good: those that are changed themselves, and of the table those of the
 * narrowest folder that a changed file lies in.
 *
 * @param {string[]} files paths from the root
 * @returns {string[]} paths of `e2e/`, sorted
 */
export function journeysFor(files) {
  const found = files.flatMap((file) => {
    if (/^e2e\/[\w-]+\.spec\.ts$/.test(file)) return [file];
    const folders = Object.keys(journeysOfFolder).filter((folder) => file.startsWith(`${folder}/`));
    const narrowest = folders.toSorted((left, right) => right.length - left.length)[0];
    return (journeysOfFolder[narrowest] ?? []).map((name) => `e2e/${name}.spec.ts`);
  });
  return [...new Set(found)].toSorted();
}

/**
 * The folders and files with the server's tests of a change. Nearly every one of them imports the whole server: by the
 * import graph, each change of it would run all.
 *
 * @param {string[]} files paths from the root
 * @returns {string[]} parts of paths for the filter of tests
 */
export function serverTestsFor(files) {
  const found = files.flatMap((file) => {
    if (/^apps\/server\/.*\.test\.ts$/.test(file)) return [file];
    const feature = /^apps\/server\/src\/features\/[^/]+\/([^/]+\/)?/.exec(file);
    if (feature) return [feature[0]];
    // One noun has one folder name everywhere.
    const noun = /^packages\/(?:model|protocol)\/src\/([^/]+)\//.exec(file);
    if (noun) return [`apps/server/src/features/${noun[1]}/`];
    const folder = /^apps\/server\/src\/.*\//.exec(file);
    return folder ? [folder[0]] : [];
  });
  return [...new Set(found)].toSorted();
}
