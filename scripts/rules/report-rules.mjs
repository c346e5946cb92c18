import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTree } from '../check/arrows/read-tree.mjs';
import { findUnreached } from '../check/reached/find-unreached.mjs';
import { readRuleIds } from './read-rules.mjs';
import { readTestTitles } from './read-test-titles.mjs';

/** What tests set their scene with, or look at what the product has made. */
const stagehands = new Set(['bytesAsSource', 'fromTemplate', 'markedThreads', 'readFeatures']);
const leftOut = new Set(['node_modules', 'dist', '.types', '.cache', '.git', 'test-results']);

/**
 * Which rules of `docs/rules` have a test that names them, area by area, and which tests name no known rule.
 *
 * @param {string} root the checkout
 * @returns {string} the report; its last line is the total
 */
export function reportRules(root) {
  const areas = readAreas(join(root, 'docs', 'rules'));
  const known = new Set(areas.flatMap((area) => area.ids));
  const tests = readTests(root);
  const named = new Set(tests.flatMap((test) => test.ids));
  const without = tests.filter((test) => !test.ids.some((id) => known.has(id)));
  const unknown = tests.flatMap((test) => test.ids.filter((id) => !known.has(id)).map((id) => ({ ...test, id })));
  const unreachable = findUnreachable(tests, new Set(findUnreached(readTree(root)).map(({ name }) => name)));
  const isProved = (id) => named.has(id) && !unreachable.has(id);
  return [
    ...section(
      'Tests that name no known rule',
      without.map((test) => `${test.path}:${test.line}  ${test.title}`),
    ),
    ...section(
      'Ids that no page of rules has',
      unknown.map((test) => `${test.path}:${test.line}  ${test.id}`),
    ),
    ...section(
      'Rules that are proved of code alone that no entry reaches',
      [...unreachable].map(([id, name]) => `${id}  ${name}`),
    ),
    'area           named  rules',
    ...areas.map(({ name, ids }) => `${name.padEnd(12)} ${count(ids.filter(isProved).length)} ${count(ids.length)}`),
    '',
    totalLine([...known].filter(isProved).length, known.size),
    '',
  ].join('\n');
}

/**
 * Rules whose every test is about an export that only tests use.
 *
 * @param {{ ids: string[], body: string }[]} tests
 * @param {Set<string>} unreached names of such exports
 * @returns {Map<string, string>} id of a rule → the name that one of its tests is about
 */
export function findUnreachable(tests, unreached) {
  const found = new Map();
  const reached = new Set();
  for (const { ids, body } of tests) {
    const name = body.match(/[A-Za-z_$][\w$]*/g)?.find((word) => unreached.has(word) && !stagehands.has(word));
    for (const id of ids) {
      if (name === undefined) reached.add(id);
      else found.set(id, name);
    }
  }
  for (const id of reached) found.delete(id);
  return found;
}

function readAreas(folder) {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort();
  return pages
    .map((name) => ({ name: name.slice(0, -3), ids: readRuleIds(readFileSync(join(folder, name), 'utf8')) }))
    .filter((area) => area.ids.length > 0);
}

function readTests(root) {
  const folders = ['packages', 'apps', 'e2e'].map((name) => join(root, name)).filter((folder) => existsSync(folder));
  return folders.flatMap(listTests).flatMap((file) => {
    const path = relative(root, file);
    return readTestTitles(path, readFileSync(file, 'utf8')).map((test) => ({ ...test, path }));
  });
}

function listTests(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : listTests(path);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function section(title, lines) {
  return lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`), ''];
}

function count(value) {
  return String(value).padStart(6);
}

function totalLine(named, all) {
  const percent = all === 0 ? 0 : (100 * named) / all;
  return `${named} of ${all} rules are named by a test: ${percent.toFixed(1)} %`;
}
