#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addFiles } from './features/file.ts';
import { addLogin } from './features/login.ts';
import { addProjects } from './features/project.ts';
import { addResources } from './features/resource.ts';
import { addSql } from './features/sql.ts';
import { addTools } from './features/tool.ts';
import { exitCode } from './platform/failure.ts';

const program = new Command('groma')
  .description('Data and tools of a Groma server, with a personal access token.')
  .option('--project <name>', 'the workspace, by name or id (GROMA_PROJECT)')
  .option('--json', 'write results and errors as JSON')
  .showHelpAfterError('(groma --help lists the commands)')
  .exitOverride();

for (const add of [addLogin, addProjects, addFiles, addTools, addSql, addResources]) add(program);
for (const command of program.commands)
  for (const each of [command, ...command.commands]) each.copyInheritedSettings(program);

// A reader of the output that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCode.done);
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.usage;
}
