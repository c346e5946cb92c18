/** Queries that somebody wants to see in the editor of a database, until it is there to take them. */
const waiting = new Map<string, string>();
const takers = new Map<string, (query: string) => void>();

/** Gives a query to the editor of a database, now or when it opens. */
export function offerQuery(databaseId: string, query: string): void {
  const take = takers.get(databaseId);
  if (take) take(query);
  else waiting.set(databaseId, query);
}

/** The editor takes what was offered, and what will be; returns how to stop. */
export function takeOffered(databaseId: string, take: (query: string) => void): () => void {
  takers.set(databaseId, take);
  const query = waiting.get(databaseId);
  waiting.delete(databaseId);
  if (query !== undefined) take(query);
  return () => {
    if (takers.get(databaseId) === take) takers.delete(databaseId);
  };
}
