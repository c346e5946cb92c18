// Asks a real language model the evaluation tasks, over a server of its own, and says how many it got right.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { access, assistant, createClient, type Client } from '@groma/protocol';
import { namesIn, recordingOf, writeRecording } from './recording.ts';
import { resultTable } from './result-table.ts';
import { runTask, type EvalResult } from './run-task.ts';
import { evalTasks } from './tasks/all-tasks.ts';

const usage = `npm run evals -- [--task ID]… [--model ID] [--json FILE] [--record] [--list]

The model is set as for the product: GROMA_MODEL_URL and GROMA_MODELS, or the key of a maker.
--task    only these tasks; an id or the beginning of one
--model   the model to ask; the default one where nothing is said
--json    writes the results there; - prints them
--record  keeps what the model answers, for tests to play again
--list    prints the tasks`;

const root = join(import.meta.dirname, '../../../..');
const readyMs = 120_000;
const write = (text: string): void => void process.stdout.write(text);

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      task: { type: 'string', multiple: true },
      model: { type: 'string' },
      json: { type: 'string' },
      record: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const wanted = values.task ?? [];
  const tasks = evalTasks.filter(({ id }) => wanted.length === 0 || wanted.some((each) => id.startsWith(each)));
  if (values.help) return write(`${usage}\n`);
  if (values.list) return write(tasks.map(({ id, kind, question }) => `${kind}  ${id}: ${question}\n`).join(''));
  if (tasks.length === 0) return fail(`There is no such task.\n\n${usage}`);
  const folder = await mkdtemp(join(tmpdir(), 'groma-evals-'));
  const { child, origin } = await startServer(folder);
  try {
    const first = await signUp(origin);
    const { models, defaultModel } = (await first.call(assistant.listModels)).data;
    const model = values.model ?? defaultModel;
    if (!models.some(({ id }) => id === model))
      return fail(
        `No model ${model ?? 'is set'}. Offered: ${models.map(({ id }) => id).join(', ') || 'none'}.\n\n${usage}`,
      );
    const results: EvalResult[] = [];
    for (const task of tasks) {
      let names = new Map<string, string>();
      const result = await runTask(task, await signUp(origin), {
        model: model!,
        before: async (project) => void (names = await namesIn(project)),
        after: async ({ message }) => {
          if (values.record && message) await writeRecording(recordingOf(task.id, model!, message, names));
        },
      });
      results.push(result);
      if (values.json !== '-') write(`${result.isRight ? 'right' : 'wrong'}  ${task.id}\n`);
    }
    const json = `${JSON.stringify({ model, results }, null, 2)}\n`;
    if (values.json === '-') write(json);
    else {
      if (values.json !== undefined) await writeFile(values.json, json);
      write(`\n${resultTable(model!, results)}`);
    }
  } finally {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

/** The product on a free port, with data of its own and the settings of the environment. */
async function startServer(folder: string): Promise<{ child: ChildProcess; origin: string }> {
  const program = ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', '--port', '0'];
  const child = spawn(process.execPath, [...program, '--data', join(folder, 'data')], {
    cwd: root,
    env: {
      GROMA_MODEL_CALLS_PER_MINUTE: '100000',
      GROMA_MODEL_CALLS_PER_DAY: '1000000',
      ...process.env,
      DATABASE_URL: '',
      GROMA_SIGN_UPS: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start: ${said}`)), readyMs);
    const listen = (text: Buffer): void => {
      if (said.length < 10_000) said += text.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
  return { child, origin };
}

/** Somebody new, with a sample project of their own. */
async function signUp(origin: string): Promise<Client> {
  const name = `eval-${randomBytes(6).toString('hex')}`;
  const response = await fetch(origin + access.signUp.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, username: name, password: randomBytes(18).toString('hex') }),
  });
  if (!response.ok) throw new Error(`Signing up has failed: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return createClient(origin, () => ({ cookie, origin }));
}
