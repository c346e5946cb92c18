import * as Y from 'yjs';

/** The structs of an update, each author's in their order. */
export type Structs = ReturnType<typeof Y.decodeUpdate>['structs'];

/**
 * Whether an update builds on edits that neither it nor the document holds: a gap in what its author wrote, or a
 * neighbour or parent that is not there, or that its author has yet to write.
 *
 * @param structs of an update, as `Y.decodeUpdate` gives them
 * @param store of the document that the update is for
 */
export function buildsOnMissing(structs: Structs, store: Y.Doc['store']): boolean {
  const ends = new Map<number, number>();
  const endOf = (client: number) => ends.get(client) ?? Y.getState(store, client);
  for (const { id, length, constructor } of structs) {
    if (constructor === Y.Skip) continue;
    if (id.clock > endOf(id.client)) return true;
    ends.set(id.client, Math.max(endOf(id.client), id.clock + length));
  }
  // An author builds on what they wrote before: Yjs breaks off in the middle of an update in which someone builds on
  // later words.
  const isMissing = (own: Y.ID, id: unknown) =>
    id instanceof Y.ID && id.clock >= (id.client === own.client ? own.clock : endOf(id.client));
  return structs.some(
    (struct) =>
      struct instanceof Y.Item &&
      [struct.origin, struct.rightOrigin, struct.parent].some((id) => isMissing(struct.id, id)),
  );
}
