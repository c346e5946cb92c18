import { SqlError, type EngineSession } from './engine.ts';

/** A session that is stopped after a time, and says so. */
export function withTimeLimit(session: EngineSession, milliseconds: number): EngineSession {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    session.cancel();
  }, milliseconds);
  const told = (error: unknown): unknown =>
    isLate
      ? new SqlError({
          kind: 'connection',
          detail: `The query took longer than ${Math.round(milliseconds / 1_000)} s.`,
        })
      : error;
  async function* watched<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source;
    } catch (error) {
      throw told(error);
    }
  }
  return {
    async run(statement, params) {
      try {
        const answer = await session.run(statement, params);
        return { ...answer, batches: watched(answer.batches) };
      } catch (error) {
        throw told(error);
      }
    },
    cancel: () => {
      session.cancel();
    },
    close() {
      clearTimeout(timer);
      return session.close();
    },
  };
}
