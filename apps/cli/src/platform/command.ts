import type { Command } from 'commander';
import { z } from 'zod';
import { connect, type Connection } from './connection.ts';
import { exitCode, failureOf, UsageError } from './failure.ts';
import { createOutput, type Output } from './output.ts';
import { readSettings } from './settings.ts';

/** What a command works with. */
export interface Work {
  env: NodeJS.ProcessEnv;
  output: Output;
  signal: AbortSignal;
  connection: Connection;
  /** The id of the workspace that `--project` or GROMA_PROJECT names, or the only one. @throws UsageError */
  project(): Promise<string>;
}

const projects = z.array(
  z.object({ id: z.string(), name: z.string(), role: z.string(), organisation: z.string().nullish() }),
);
export type ListedProject = z.output<typeof projects>[number];

export async function listProjects({ connection }: Pick<Work, 'connection'>): Promise<ListedProject[]> {
  return projects.parse(JSON.parse(await connection.run('list_projects', {})));
}

/** Runs what a command does on the server that is signed in to. How it ends is the exit code of the program. */
export function work(command: Command, act: (work: Work) => Promise<void>): Promise<void> {
  const { json = false, project } = command.optsWithGlobals<{ json?: boolean; project?: string }>();
  return untilEnd(json, async (output, signal) => {
    const { env } = process;
    const connection = connect(await readSettings(env), output, signal);
    try {
      await act({
        env,
        output,
        signal,
        connection,
        project: async () => chosen(project ?? env['GROMA_PROJECT'], await listProjects({ connection })),
      });
    } finally {
      await connection.close();
    }
  });
}

/** Runs something until it ends, fails, or is canceled by Ctrl+C. */
export async function untilEnd(
  isJson: boolean,
  act: (output: Output, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const output = createOutput(isJson);
  const aborter = new AbortController();
  const cancel = (): void => {
    // Whoever presses it twice does not want to wait.
    if (aborter.signal.aborted) process.exit(exitCode.canceled);
    aborter.abort();
  };
  process.on('SIGINT', cancel);
  process.on('SIGTERM', cancel);
  try {
    await act(output, aborter.signal);
  } catch (error) {
    const { code, message, exit } = failureOf(error, aborter.signal.aborted);
    output.say(isJson ? JSON.stringify({ error: { code, message } }) : message);
    process.exitCode = exit;
  } finally {
    process.off('SIGINT', cancel);
    process.off('SIGTERM', cancel);
  }
}

function chosen(wanted: string | undefined, all: readonly ListedProject[]): string {
  if (wanted === undefined) {
    if (all.length === 1) return all[0]!.id;
    throw new UsageError('Say which workspace: --project with a name or id that `groma projects` lists.');
  }
  const found = all.filter(({ id, name }) => id === wanted || name === wanted);
  if (found.length === 1) return found[0]!.id;
  throw new UsageError(
    found.length === 0
      ? `There is no workspace “${wanted}”, or this access token does not open it.`
      : `Several workspaces are called “${wanted}”. Name it by its id: ${found.map(({ id }) => id).join(', ')}.`,
  );
}
