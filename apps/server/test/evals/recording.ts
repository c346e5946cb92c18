import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatMessageReply } from '@groma/protocol';
import type { ModelAnswer } from '../model-request.ts';
import type { EvalProject } from './eval-project.ts';

/** What a model has answered to one task, step by step. Ids of the project stand as names: `{{map World}}`. */
export interface Recording {
  task: string;
  /** The model that has answered, or `by hand`. */
  model: string;
  steps: ({ call: string; with: unknown } | { say: string })[];
}

const folder = join(import.meta.dirname, 'recordings');

export async function readRecordings(): Promise<Recording[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Recording));
}

export async function writeRecording(recording: Recording): Promise<void> {
  await writeFile(join(folder, `${recording.task}.json`), `${JSON.stringify(recording, null, 2)}\n`);
}

/** Names of what the sample project has, with their ids there. */
export async function namesIn(project: EvalProject): Promise<Map<string, string>> {
  const [maps, notebooks, workflows, cells, graph] = await Promise.all([
    project.maps(),
    project.notebooks(),
    project.workflows(),
    project.cells(),
    project.graph(),
  ]);
  return new Map([
    ...maps.map(({ name, id }): [string, string] => [`{{map ${name}}}`, id]),
    ...notebooks.map(({ name, id }): [string, string] => [`{{notebook ${name}}}`, id]),
    ...workflows.map(({ name, id }): [string, string] => [`{{workflow ${name}}}`, id]),
    ...cells.map(({ id }, at): [string, string] => [`{{cell ${at + 1}}}`, id]),
    ...(graph?.nodes ?? []).map(({ id, type }): [string, string] => [`{{node ${type}}}`, id]),
  ]);
}

/** What a model is to say where a recording is played again. */
export function answersOf({ steps }: Recording, names: ReadonlyMap<string, string>): ModelAnswer[] {
  return steps.map((step) =>
    'say' in step
      ? { kind: 'text', pieces: step.say.match(/[^ ]+ ?|[^]/gu) ?? [''] }
      : { kind: 'call', name: step.call, arguments: replaced(JSON.stringify(step.with), names) },
  );
}

/** What a message of the assistant was made of. */
export function recordingOf(
  task: string,
  model: string,
  { parts }: Pick<ChatMessageReply, 'parts'>,
  names: ReadonlyMap<string, string>,
): Recording {
  const ids = new Map([...names].map(([name, id]) => [id, name]));
  const steps = parts.flatMap(({ type, text, toolName, input }): Recording['steps'] => {
    if (type === 'text' && text !== '') return [{ say: String(text) }];
    if (typeof toolName !== 'string') return [];
    return [{ call: toolName, with: JSON.parse(replaced(JSON.stringify(input ?? {}), ids)) as unknown }];
  });
  // What is said between calls ends no answer.
  return { task, model, steps: steps.filter((step, at) => 'call' in step || at === steps.length - 1) };
}

function replaced(text: string, by: ReadonlyMap<string, string>): string {
  let made = text;
  for (const [from, to] of by) made = made.replaceAll(from, to);
  return made;
}
