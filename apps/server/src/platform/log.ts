import { stripSecrets } from './strip-secrets.ts';

/** The server's log: one JSON object a line on standard error, so that standard output stays for people. */
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

// A line that cannot be written, on a full disk or to who has gone, is lost; without a listener it would end the
// process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

export function createLog(isQuiet = false): Log {
  const write = (level: string, message: string, facts: Record<string, unknown> = {}) =>
    void process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level, message, ...plain(facts) })}\n`,
    );
  return {
    info: (message, facts) => {
      if (!isQuiet) write('info', message, facts);
    },
    error: (message, facts) => {
      write('error', message, facts);
    },
  };
}

function plain(facts: Record<string, unknown>): Record<string, unknown> {
  return stripSecrets(
    Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [name, value instanceof Error ? traceOf(value) : value]),
    ),
  ) as Record<string, unknown>;
}

/**
 * Where an error came from. Values of a query are left out: they may be a password's hash or someone's data, in many
 * lines.
 */
function traceOf(error: Error): string {
  const { message, stack = message } = error;
  const values = message.search(/^params: /m);
  const said = values === -1 ? message : `${message.slice(0, values)}params: (left out)`;
  // A stack that does not hold the message as it is may hold a part of the values.
  const trace = stack.includes(message) ? stack.replace(message, () => said) : said;
  return error.cause instanceof Error ? `${trace}\ncaused by ${traceOf(error.cause)}` : trace;
}
