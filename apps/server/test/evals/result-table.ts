import { evalKinds } from './eval-task.ts';
import type { EvalResult } from './run-task.ts';

/** The results of an evaluation as a text: a line for each kind and their sum, and what was wrong. */
export function resultTable(model: string, results: readonly EvalResult[]): string {
  const lines = evalKinds.flatMap((kind) => {
    const own = results.filter((each) => each.kind === kind);
    return own.length === 0 ? [] : [lineOf(kind, own)];
  });
  const wrong = results.filter(({ isRight }) => !isRight);
  return [
    `Model: ${model}`,
    '',
    cells('kind', 'right', 'of', 'calls', 'tokens', 'seconds'),
    ...lines,
    lineOf('all', results),
    ...(wrong.length > 0 ? ['', 'Wrong:'] : []),
    ...wrong.flatMap(({ task, problems }) => [`  ${task}`, ...problems.map((each) => `    ${each}`)]),
    '',
  ].join('\n');
}

function lineOf(name: string, results: readonly EvalResult[]): string {
  const sum = (of: (result: EvalResult) => number): number => results.reduce((total, each) => total + of(each), 0);
  return cells(
    name,
    sum(({ isRight }) => Number(isRight)),
    results.length,
    sum(({ calls }) => calls),
    sum(({ tokens }) => tokens),
    Math.round(sum(({ seconds }) => seconds)),
  );
}

function cells(name: string, ...values: (string | number)[]): string {
  return name.padEnd(10) + values.map((value) => String(value).padStart(9)).join('');
}
