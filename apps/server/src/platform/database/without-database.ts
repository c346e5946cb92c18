/** PostgreSQL says that it stops, has stopped or starts. */
const awayStates = new Set(['57P01', '57P02', '57P03']);

type Failure = Error & { code?: string; syscall?: string; address?: string };

/** Whether something failed because PostgreSQL can't be reached or is starting: the same may succeed in a moment. */
export function isWithoutDatabase(error: unknown): boolean {
  return causesOf(error).some(({ code = '', message, syscall, address }) => awayStates.has(code)
    || message === 'Connection terminated unexpectedly'
    || (syscall === 'connect' && address !== undefined && /\.s\.PGSQL\.\d+$/.test(address)));
}

/** An error and what is behind it: query builders put the failure of the database behind one of their own. */
export function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each);
  return causes;
}
