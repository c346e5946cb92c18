declare const brand: unique symbol;

/** An id that cannot be mistaken for the id of another noun. All are UUIDs, written in lower case. */
export type Id<Noun extends string> = string & { readonly [brand]: Noun };

export type UserId = Id<'user'>;
export type TenantId = Id<'tenant'>;
export type ProjectId = Id<'project'>;
export type NotebookId = Id<'notebook'>;
export type MapId = Id<'map'>;
export type OperationId = Id<'operation'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A fresh random id (UUID version 4). */
export function newId<Noun extends string>(): Id<Noun> {
  return crypto.randomUUID() as Id<Noun>;
}

/** Whether a text has the form of an id, so that a malformed one can be answered like a missing one. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
