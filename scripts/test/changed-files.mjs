import { execFileSync } from 'node:child_process';
import { root } from '../setup/repository.mjs';

/**
 * What differs from where this branch left another, committed or not, with new files that git does not ignore.
 *
 * @param {string} from that branch, or a commit
 * @returns {{ base: string, files: string[] }} the commit it is compared with, and paths from the root
 * @throws {Error} where git or what it is compared with is missing
 */
export function changedFiles(from) {
  const base = git('merge-base', 'HEAD', from).trim();
  const tracked = git('diff', '--name-only', '-z', '--no-renames', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return { base, files: [...new Set([...tracked.split('\0'), ...added.split('\0')].filter(Boolean))] };
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}
