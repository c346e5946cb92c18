import type { EvalAnswer, EvalTask } from './eval-task.ts';
import { problems } from './eval-task.ts';

/** All numbers that a text names, whatever parts their thousands: 7,383,089,462 and 53.2 and 1 234. */
export function numbersIn(text: string): number[] {
  const found = text.match(/-?\d{1,3}(?:[,  ’]\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/g) ?? [];
  return found.map((each) => Number(each.replaceAll(/[,  ’]/g, '')));
}

/** Whether an answer names a number, as exactly as it can be said in so many digits. */
export function saysNumber(text: string, wanted: number, relative = 0.005): boolean {
  return numbersIn(text).some((each) => Math.abs(each - wanted) <= Math.abs(wanted) * relative);
}

/** A question whose answer is a number that SQL gives. */
export function asksNumber(id: string, question: string, sql: string, relative = 0): EvalTask {
  return {
    id,
    kind: 'data',
    question,
    async check(answer, project) {
      const wanted = Number(await project.value(sql));
      return problems(
        !saysNumber(answer.text, wanted, relative) && `The answer does not say ${wanted}: “${answer.text}”`,
        !hasLooked(answer) && 'The data was not looked at.',
      );
    },
  };
}

/** A question whose answer is one or several names that SQL gives, and none of the others that `not` gives. */
export function asksNames(id: string, question: string, sql: string, not?: string): EvalTask {
  return {
    id,
    kind: 'data',
    question,
    async check(answer, project) {
      const wanted = (await project.rows(sql)).map(([name]) => String(name));
      const wrong = not === undefined ? [] : (await project.rows(not)).map(([name]) => String(name));
      const says = (name: string): boolean => answer.text.toLowerCase().includes(name.toLowerCase());
      return problems(
        ...wanted.map((name) => !says(name) && `The answer does not name ${name}.`),
        ...wrong.map((name) => says(name) && `The answer names ${name}.`),
        !hasLooked(answer) && 'The data was not looked at.',
      );
    },
  };
}

/** Whether a tool has read something: facts are not to come from the memory of the model. */
export function hasLooked({ calls }: EvalAnswer): boolean {
  return calls.some(({ state }) => state === 'output-available');
}
