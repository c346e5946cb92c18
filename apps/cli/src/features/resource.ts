import { resource } from '@groma/protocol';
import type { Command } from 'commander';
import { work } from '../platform/command.ts';
import { tableText } from '../platform/output.ts';

/** `resources`. */
export function addResources(program: Command): void {
  program
    .command('resources')
    .argument('[words...]', 'words that name and place contain')
    .description('List data of a workspace by name: layers, files, tables and images.')
    .action((words: string[], _options: object, command: Command) =>
      work(command, async ({ output, connection, project }) => {
        const found = await connection.client.call(resource.listResources, {
          params: { projectId: await project() },
          query: { query: words.join(' ') },
        });
        await output.result(found, () => tableText(found.data.map(({ kind, name }) => [kind, name])));
        if (found.is_cut) output.say('There are more. Give words that they contain.');
      }),
    );
}
