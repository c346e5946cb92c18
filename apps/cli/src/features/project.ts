import type { Command } from 'commander';
import { listProjects, work } from '../platform/command.ts';
import { tableText } from '../platform/output.ts';

/** `projects`. */
export function addProjects(program: Command): void {
  program
    .command('projects')
    .description('List the workspaces that the access token opens.')
    .action((_options: object, command: Command) =>
      work(command, async ({ output, connection }) => {
        const found = await listProjects({ connection });
        await output.result(found, () => tableText(found.map(({ id, name, role }) => [id, role, name])));
      }),
    );
}
