import { closeSync, openSync, writeSync } from 'node:fs';

const linesAtOnce = 20_000;
/** Rows of this place are looked for. */
export const wantedCity = 'Trier';

export interface SeededLog {
  firstLine: string;
  lastLine: string;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Writes lines until the file has so many bytes; answers the first and the last of them. */
function writeLines(file: string, bytes: number, head: string, lineOf: (index: number) => string): SeededLog {
  const descriptor = openSync(file, 'w');
  let [written, index, last] = [writeSync(descriptor, head), 0, ''];
  const firstLine = head === '' ? lineOf(0) : head.trimEnd();
  while (written < bytes) {
    const lines = Array.from({ length: linesAtOnce }, () =>
      index === 0 && head === '' ? (index++, firstLine) : lineOf(index++),
    );
    last = lines.at(-1)!;
    written += writeSync(descriptor, `${lines.join('\n')}\n`);
  }
  closeSync(descriptor);
  return { firstLine, lastLine: last };
}

/** A log of a server. */
export function writeLog(file: string, bytes: number): SeededLog {
  const random = createRandom(7);
  const levels = ['INFO', 'DEBUG', 'WARN', 'ERROR'];
  return writeLines(
    file,
    bytes,
    '',
    (index) =>
      `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T12:00:00.000Z ${levels[random(4)]!} worker-${random(64)} request ${index} took ${random(5000)} ms path=/api/items/${random(1_000_000)}`,
  );
}

/** A table of places; some cells are quoted. Answers how many rows are of the wanted place. */
export function writeTable(file: string, bytes: number): number {
  const random = createRandom(11);
  const cities = ['Köln', 'Bonn', 'Trier', 'Mainz', 'Aachen', 'Essen'];
  let wanted = 0;
  writeLines(file, bytes, 'id,name,city,amount,density,year,note\n', (index) => {
    const city = cities[random(6)]!;
    if (city === wantedCity) wanted++;
    return `${index},name-${random(1_000_000)},${city},${random(5_000_000)},${(random(1_000_000) / 1000).toFixed(3)},${1900 + random(126)},${index % 10 === 0 ? '"a, quoted note"' : 'plain'}`;
  });
  return wanted;
}
