import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { listProjects, untilEnd } from '../platform/command.ts';
import { connect } from '../platform/connection.ts';
import { UsageError } from '../platform/failure.ts';
import { forgetSettings, keepSettings, originOf } from '../platform/settings.ts';

/** `login` and `logout`. */
export function addLogin(program: Command): void {
  program
    .command('login')
    .argument('<url>', 'address of the server, as https://groma.example.org')
    .description('Keep an access token for a server. It is read from GROMA_TOKEN or from stdin.')
    .action((url: string, _options: object, command: Command) =>
      untilEnd(command.optsWithGlobals<{ json?: boolean }>().json ?? false, async (output, signal) => {
        const { env } = process;
        const settings = { url: originOf(url), token: env['GROMA_TOKEN'] ?? (await readToken(signal)) };
        if (settings.token === '') throw new UsageError('No access token was given.');
        const connection = connect(settings, output, signal);
        const projects = await listProjects({ connection }).finally(() => connection.close());
        const path = await keepSettings(env, settings);
        await output.result(
          { url: settings.url, projects: projects.length, settings: path },
          () => `Signed in to ${settings.url}.`,
        );
      }),
    );
  program
    .command('logout')
    .description('Forget the access token that is kept here. To end it, revoke it in the account settings.')
    .action((_options: object, command: Command) =>
      untilEnd(command.optsWithGlobals<{ json?: boolean }>().json ?? false, async (output) => {
        await forgetSettings(process.env);
        await output.result({ signed_in: false }, () => 'The access token is forgotten here.');
      }),
    );
}

/** Asks on a terminal, without showing what is typed; else reads what comes in. */
async function readToken(signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return (await text(stdin)).trim();
  stderr.write('Access token: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await lines.question('', { signal })).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
