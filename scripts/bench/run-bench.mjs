import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup/repository.mjs';
import { ratioOf, summarize } from './compare.mjs';
import { measurePairs } from './measure-pairs.mjs';

const folder = join(root, 'bench');
const usage = 'npm run bench -- NAME [--runs N]';
const fewest = 5;

/**
 * `npm run bench`: lists the benchmarks, or runs one and prints its result as one line of JSON, last.
 *
 * @param {string[]} words
 * @returns {Promise<number>} the exit code
 */
export async function runBench(words) {
  const options = readOptions(words);
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  if (!options.name) return list();
  const benchmark = await load(options.name);
  const count = Math.max(fewest, options.runs ?? benchmark.pairs ?? fewest);
  try {
    console.log(`${benchmark.name}: ${benchmark.description}`);
    await benchmark.setup();
    printResult(benchmark, await measurePairs(benchmark, count, (pair, at) => printPair(benchmark, pair, at)));
    return 0;
  } catch (error) {
    console.error(error.stack && error.constructor.name !== 'OutputsDiffer' ? error.stack : error.message);
    return 1;
  } finally {
    await benchmark.teardown();
  }
}

/** @returns {{ name?: string, runs?: number } | string} a string says what is wrong */
function readOptions(words) {
  const options = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--runs') options.runs = Number(words[(at += 1)]);
    else if (word.startsWith('-') || options.name) return `Unknown option ${word}. Use: ${usage}`;
    else options.name = word;
  }
  if (options.runs !== undefined && !(Number.isInteger(options.runs) && options.runs >= fewest)) {
    return `--runs takes a whole number of at least ${fewest}.`;
  }
  if (options.name && !names().includes(options.name))
    return `There is no benchmark '${options.name}'. There are: ${names().join(', ') || 'none'}.`;
  return options;
}

function names() {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'bench.ts')));
}

/** @param {string} name @returns {Promise<import('../../bench/benchmark.ts').Benchmark>} */
async function load(name) {
  const { default: benchmark } = await import(pathToFileURL(join(folder, name, 'bench.ts')).href);
  return benchmark;
}

async function list() {
  for (const name of names()) {
    const { description, peerName } = await load(name);
    console.log(`${name.padEnd(24)} ${description} (beside ${peerName})`);
  }
  if (names().length === 0) console.log('There are no benchmarks yet.');
  return 0;
}

function printPair({ unit, better, peerName }, pair, at) {
  if (at === 0) console.log(`pair  ${`ours (${unit})`.padStart(16)}  ${`${peerName} (${unit})`.padStart(28)}  ratio`);
  console.log(
    `${String(at + 1).padStart(4)}  ${rounded(pair.ours).padStart(16)}  ${rounded(pair.peer).padStart(28)}  ${ratioOf(pair, better).toFixed(2)}`,
  );
}

function printResult({ name, peerName, unit, better }, pairs) {
  const { ours, peer, ratio } = summarize(pairs, better);
  const significant = (value) => Number(value.toPrecision(6));
  console.log(
    JSON.stringify({
      bench: name,
      ours: significant(ours),
      peer: significant(peer),
      peerName,
      unit,
      ratio: significant(ratio),
      runs: pairs.length,
    }),
  );
}

function rounded(value) {
  return value.toPrecision(5);
}
