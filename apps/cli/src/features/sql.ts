import { text } from 'node:stream/consumers';
import { splitSqlNote } from '@groma/protocol';
import { InvalidArgumentError, type Command } from 'commander';
import { work } from '../platform/command.ts';
import { UsageError } from '../platform/failure.ts';

/** `sql`. */
export function addSql(program: Command): void {
  program
    .command('sql')
    .argument('[statement]', 'SQL; it is read from stdin where it is left out')
    .option('--database <name>', 'name or id of a database of the workspace', 'This project')
    .option('--limit <rows>', 'rows at most, up to 1000', wholeNumber, 100)
    .description('Run SQL and write the rows as CSV.')
    .action((given: string | undefined, { database, limit }: { database: string; limit: number }, command: Command) =>
      work(command, async ({ output, connection, project }) => {
        const sql = given ?? (await text(process.stdin));
        if (sql.trim() === '') throw new UsageError('No SQL was given.');
        const answer = await connection.run('run_sql', { project: await project(), sql, database, limit });
        const { rows, note } = splitSqlNote(answer);
        await output.result({ csv: rows, note }, () => rows.replace(/\r?\n$/, ''));
        if (note !== null) output.say(note);
      }),
    );
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(value);
}
