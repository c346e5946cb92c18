import pg from 'pg';

/** Failures to connect to PostgreSQL, told from those to other servers, which look the same. */
const failedConnects = new WeakSet<Error>();

/** A connection whose failure to connect is known for that of the database. */
export class DatabaseClient extends pg.Client {
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const note = (error: unknown): void => { if (error instanceof Error && (error as Failure).syscall === 'connect') failedConnects.add(error); };
    if (!callback) {
      return super.connect().then(() => this, (error: unknown) => {
        note(error);
        throw error;
      });
    }
    super.connect((error: Error) => {
      note(error);
      callback(error);
    });
  }
}

/** PostgreSQL says that it stops, has stopped or starts. */
const awayStates = new Set(['57P01', '57P02', '57P03']);

type Failure = Error & { code?: string; syscall?: string };

/** Whether something failed because PostgreSQL can't be reached or is starting: the same may succeed in a moment. */
export function isWithoutDatabase(error: unknown): boolean {
  return causesOf(error).some((each) => awayStates.has(each.code ?? '') || each.message === 'Connection terminated unexpectedly' || failedConnects.has(each));
}

/** An error and what is behind it: query builders put the failure of the database behind one of their own. */
export function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each);
  return causes;
}
