import { beginPageOperation } from '../../../registry/page-operation.ts';

/** Quicker than this, nobody is told of an operation. */
const quietMs = 700;

interface Opening {
  projectId: string;
  title: string;
  abortedText: string;
  failureText(error: unknown): string;
  isQuiet(error: unknown): boolean;
}

/** Why a map did not open, as its operation says it (MAP-103, MAP-104). */
export class NotOpened extends Error {}

/**
 * Reads something that a person waits for, as an operation of the page that can be aborted.
 * @throws NotOpened, and what `isQuiet` says is told elsewhere.
 */
export async function openAsOperation<State>(
  { projectId, title, abortedText, failureText, isQuiet }: Opening,
  read: (signal: AbortSignal) => Promise<State>,
): Promise<State> {
  const aborter = new AbortController();
  const begin = () =>
    beginPageOperation({
      projectId,
      title,
      cancel: () => {
        aborter.abort();
      },
    });
  let operation: ReturnType<typeof begin> | null = null;
  const timer = setTimeout(() => {
    operation = begin();
  }, quietMs);
  try {
    const state = await read(aborter.signal);
    (operation as ReturnType<typeof begin> | null)?.complete();
    return state;
  } catch (error) {
    const begun = operation as ReturnType<typeof begin> | null;
    if (!aborter.signal.aborted && isQuiet(error)) {
      begun?.complete();
      throw error;
    }
    const text = aborter.signal.aborted ? abortedText : failureText(error);
    (begun ?? begin()).fail(text);
    throw new NotOpened(text, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
