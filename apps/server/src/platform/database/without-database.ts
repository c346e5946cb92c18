import pg from 'pg';

/** Failures of connections to PostgreSQL, told from those to other servers, which look the same. */
const lostConnections = new WeakSet<Error>();

/** A connection whose failure, when it is made and later, is known for that of the database. */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Also one that is lent out and lost between two questions: without a listener that would end the process.
    this.on('error', (error) => {
      lostConnections.add(error);
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const note = (error: unknown): void => {
      if (error instanceof Error && (error as Failure).syscall === 'connect') lostConnections.add(error);
    };
    if (!callback) {
      return super.connect().then(
        () => this,
        (error: unknown) => {
          note(error);
          throw error;
        },
      );
    }
    super.connect((error: Error) => {
      note(error);
      callback(error);
    });
  }
}

/** PostgreSQL says that it stops, has stopped or starts. */
const awayStates = new Set(['57P01', '57P02', '57P03']);

/** What the driver says of a connection that is lost: while it waits for an answer, and to whoever asks after that. */
const lostMessages = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
]);

type Failure = Error & { code?: string; syscall?: string };

/** Whether something failed because PostgreSQL can't be reached or is starting: the same may succeed in a moment. */
export function isWithoutDatabase(error: unknown): boolean {
  return causesOf(error).some(
    (each) => awayStates.has(each.code ?? '') || lostMessages.has(each.message) || lostConnections.has(each),
  );
}

/** What the system and PostgreSQL (53100 disk full) say where there is no space. */
const fullStates = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed because a disk is full. */
export function isWithoutRoom(error: unknown): boolean {
  return causesOf(error).some(({ code = '' }) => fullStates.has(code));
}

/** An error and what is behind it: query builders put the failure of the database behind one of their own. */
export function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each);
  return causes;
}
