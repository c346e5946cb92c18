// Runs in a process of its own, in the sandbox, and knows nothing of the server but what stands on its command line.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

type Action = 'isochrone' | 'route' | 'matrix' | 'locate';
type Actor = Record<Action, (query: string) => Promise<string>>;

const [packageFolder = '', config = ''] = process.argv.slice(2);
const { Actor: Engine } = createRequire(import.meta.url)(packageFolder) as { Actor: new (config: string) => Actor };
const actor = new Engine(config);

/** An answer is one line: the number of the question, whether it went well, and the JSON or the complaint. */
const say = (id: string, word: 'ok' | 'no', text: string): void => {
  process.stdout.write(`${id}\t${word}\t${text.replaceAll('\n', ' ')}\n`);
};

// One after another: an actor bears only one question at a time.
for await (const line of createInterface({ input: process.stdin })) {
  const [id = '', action = '', query = ''] = line.split('\t');
  await actor[action as Action](query).then(
    (answer) => say(id, 'ok', answer),
    (error: unknown) => say(id, 'no', error instanceof Error ? error.message : String(error)),
  );
}
