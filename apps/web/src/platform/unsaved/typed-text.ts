import * as Y from 'yjs';

/** The text that Yjs updates add, in the order of writing, without what they delete again; a new line where it went on elsewhere. */
export function typedText(updates: readonly Uint8Array[]): string {
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  let text = '';
  let last: Y.ID | null = null;
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const added = textOf(struct, ds);
    if (added === '') continue;
    const goesOn = last !== null && struct.origin?.client === last.client && struct.origin.clock === last.clock;
    text += (text === '' || goesOn ? '' : '\n') + added;
    last = { client: struct.id.client, clock: struct.id.clock + struct.length - 1 } as Y.ID;
  }
  return text;
}

type Deleted = ReturnType<typeof Y.decodeUpdate>['ds'];

function textOf({ content, id }: Y.Item, deleted: Deleted): string {
  const isGone = (offset: number) => (deleted.clients.get(id.client) ?? []).some(({ clock, len }) => clock <= id.clock + offset && id.clock + offset < clock + len);
  // Yjs counts UTF-16 code units, of which an emoji has two.
  if (content instanceof Y.ContentString) return content.str.split('').filter((_unit, offset) => !isGone(offset)).join('');
  if (content instanceof Y.ContentAny) return content.arr.filter((value, offset) => typeof value === 'string' && !isGone(offset)).join('\n');
  return '';
}
