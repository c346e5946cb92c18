import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { work } from '../platform/command.ts';
import type { ListedTool } from '../platform/connection.ts';
import { UsageError } from '../platform/failure.ts';
import { tableText } from '../platform/output.ts';
import { toolArguments } from '../platform/tool-arguments.ts';

/** Characters of a description in the list of tools. */
const mostCharacters = 100;

/** `tools` and `run`. */
export function addTools(program: Command): void {
  program
    .command('tools')
    .argument('[name]', 'shows all about this one')
    .description('List the tools that the access token allows, or show the parameters of one.')
    .action((name: string | undefined, _options: object, command: Command) =>
      work(command, async ({ output, connection }) => {
        const all = await connection.tools();
        if (name === undefined)
          return output.result(all, () => tableText(all.map((each) => [each.name, firstWords(each)])));
        const tool = toolNamed(all, name);
        return output.result(tool, () => toolText(tool));
      }),
    );
  program
    .command('run')
    .argument('<tool>', 'its name, as `groma tools` lists it')
    .argument('[parameters...]', 'key=value; a dot leads into an object: save.file=/data/x.csv')
    .option('--input <file>', 'a file with the parameters as JSON; - for stdin')
    .description('Run a tool. Its progress goes to stderr, its result to stdout.')
    .action((name: string, pairs: string[], { input }: { input?: string }, command: Command) =>
      work(command, async ({ output, connection, project }) => {
        const { inputSchema: schema } = toolNamed(await connection.tools(), name);
        const given = { ...(await readInput(input)), ...toolArguments(pairs, schema) };
        if (schema.properties?.['project'] && given['project'] === undefined) given['project'] = await project();
        const answer = await connection.run(name, given);
        await output.result(parsed(answer), () => answer);
      }),
    );
}

function toolNamed(all: readonly ListedTool[], name: string): ListedTool {
  const tool = all.find((each) => each.name === name);
  if (tool) return tool;
  throw new UsageError(`There is no tool “${name}”, or this access token does not allow it. See: groma tools`);
}

async function readInput(path: string | undefined): Promise<Record<string, unknown>> {
  if (path === undefined) return {};
  const content = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  const value = parsed(content);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${path === '-' ? 'stdin' : path} holds no JSON object.`);
  return value as Record<string, unknown>;
}

function firstWords({ description = '' }: ListedTool): string {
  const [line = ''] = description.split('\n');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).trimEnd()}…` : line;
}

function toolText({ name, description, inputSchema }: ListedTool): string {
  return [name, description ?? '', JSON.stringify(inputSchema, null, 2)].join('\n\n');
}

/** Tools answer JSON or text. */
function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
