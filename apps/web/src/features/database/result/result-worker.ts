import { limit } from '@groma/model';
import { HeldResult } from './held-result.ts';
import type { CallFailure, ResultMessage, ResultQuestion, ResultQuestions, ResultReply } from './result-messages.ts';
import { cutOff, refusalOf, RunTaker } from './run-taker.ts';

/** Takes results of databases, holds them and answers for their rows, off the thread that draws. */
const results = new Map<string, HeldResult>();
const runs = new Map<string, RunTaker>();

function heldOf(id: string): HeldResult {
  const found = results.get(id);
  if (!found) throw new Error('The result is not held.');
  return found;
}

/** Brings a result in windows, as the server gives them. */
async function bring(id: string, { url, rows, columns }: ResultQuestions['bring']['ask']): Promise<CallFailure | null> {
  const held = new HeldResult(columns);
  results.set(id, held);
  for (let offset = 0; offset < rows && results.get(id) === held; offset += limit.databaseWindowRows) {
    // oxlint-disable-next-line no-await-in-loop
    const response = await fetch(`${url}?offset=${offset}&limit=${Math.min(limit.databaseWindowRows, rows - offset)}`, {
      credentials: 'same-origin',
    });
    // oxlint-disable-next-line no-await-in-loop
    if (!response.ok) return refusalOf(response);
    // oxlint-disable-next-line no-await-in-loop
    held.take(new Uint8Array(await response.arrayBuffer()));
    postMessage({ event: 'grew', resultId: id, rows: held.count, isPaused: false } satisfies ResultReply);
    if (held.count < Math.min(rows, offset + limit.databaseWindowRows))
      return { message: '', code: cutOff, details: {}, wasStopped: false };
  }
  return null;
}

type Answers = {
  [Name in ResultQuestion]: (
    id: string,
    ask: ResultQuestions[Name]['ask'],
  ) => ResultQuestions[Name]['answer'] | Promise<ResultQuestions[Name]['answer']>;
};

const answers: Answers = {
  async run(id, { url, body }) {
    const taker = new RunTaker(id, results, (event) => postMessage(event satisfies ResultReply));
    runs.set(id, taker);
    const failure = await taker.run(url, body);
    runs.delete(id);
    return failure;
  },
  stop: (id) => runs.get(id)?.stop(),
  resume: (id) => runs.get(id)?.resume(),
  bring,
  window: (id, { start, end, ...query }) => heldOf(id).rows.window(query, start, end),
  csv: (id, query) => heldOf(id).csv(query),
  drop: (id) => {
    results.delete(id);
  },
};

async function answer<Name extends ResultQuestion>({ number, id, question, ask }: ResultMessage<Name>): Promise<void> {
  let reply: ResultReply;
  try {
    reply = { number, answer: await answers[question](id, ask) };
  } catch (error) {
    reply = { number, failure: error instanceof Error ? error.message : String(error) };
  }
  postMessage(reply);
}

addEventListener('message', (event: MessageEvent<ResultMessage>) => {
  void answer(event.data);
});
