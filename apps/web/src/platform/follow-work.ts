/** How often work is asked after, in milliseconds; the list of operations shows it more often than that. */
const askMs = 1_500;
/** Questions in a row that may go unanswered. */
const mostSilences = 40;

/**
 * Asks after work on the server until it has ended, and answers how it stands then. `onRead` is told of each answer.
 * @throws what the server refuses, and a connection that stays lost
 */
export async function endOfWork<Work>(
  read: () => Promise<Work>,
  hasEnded: (work: Work) => boolean,
  onRead: (work: Work) => void = () => undefined,
): Promise<Work> {
  for (let silences = 0; ;) {
    await new Promise((resolve) => {
      setTimeout(resolve, askMs);
    });
    try {
      const found = await read();
      onRead(found);
      if (hasEnded(found)) return found;
      silences = 0;
    } catch (error) {
      silences += 1;
      const { status } = error as { status?: number };
      // What the server refuses it will refuse again; a lost connection comes back.
      if (silences > mostSilences || (status !== undefined && status >= 400 && status < 500)) throw error;
    }
  }
}
