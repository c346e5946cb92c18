import * as Y from 'yjs';

/** One letter (a unit of UTF-16) between those that it was written between. */
interface Letter {
  text: string;
  next: Letter | null;
}

/**
 * The text that Yjs updates, oldest first, add, without what they delete again: what was written in one place as it
 * reads there, each place on a line of its own, in the order in which they were begun.
 */
export function typedText(updates: readonly Uint8Array[]): string {
  const { ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const values: string[] = [];
  const letters = new TypedLetters();
  for (const item of updates
    .flatMap((update) => Y.decodeUpdate(update).structs)
    .filter((struct) => struct instanceof Y.Item)) {
    if (item.content instanceof Y.ContentString) letters.add(item, item.content.str, ds);
    else if (item.content instanceof Y.ContentAny)
      values.push(
        item.content.arr
          .filter((value, offset) => typeof value === 'string' && !isGone(ds, item.id, offset))
          .join('\n'),
      );
  }
  return [...letters.places(), ...values].filter((text) => text !== '').join('\n');
}

type Deleted = ReturnType<typeof Y.decodeUpdate>['ds'];

function isGone(deleted: Deleted, { client, clock }: Y.ID, offset: number): boolean {
  return (deleted.clients.get(client) ?? []).some(
    (run) => run.clock <= clock + offset && clock + offset < run.clock + run.len,
  );
}

class TypedLetters {
  /** What stands before the first letter of each place. */
  readonly #starts: Letter[] = [];
  readonly #byId = new Map<string, Letter>();
  /** The letter, or the start, before each one. */
  readonly #before = new Map<Letter, Letter>();

  add({ id, origin, rightOrigin }: Y.Item, text: string, deleted: Deleted): void {
    if (this.#byId.has(keyOf(id))) return;
    const right = rightOrigin && this.#byId.get(keyOf(rightOrigin));
    let last = (origin && this.#byId.get(keyOf(origin))) ?? (right && this.#before.get(right)) ?? this.#begin();
    for (let offset = 0; offset < text.length; offset += 1) {
      const letter: Letter = { text: isGone(deleted, id, offset) ? '' : text[offset]!, next: last.next };
      if (last.next) this.#before.set(last.next, letter);
      last.next = letter;
      this.#before.set(letter, last);
      this.#byId.set(keyOf({ client: id.client, clock: id.clock + offset }), letter);
      last = letter;
    }
  }

  /** The text of each place. */
  places(): string[] {
    return this.#starts.map((start) => {
      let text = '';
      for (let letter = start.next; letter; letter = letter.next) text += letter.text;
      return text;
    });
  }

  #begin(): Letter {
    const start: Letter = { text: '', next: null };
    this.#starts.push(start);
    return start;
  }
}

function keyOf({ client, clock }: Pick<Y.ID, 'client' | 'clock'>): string {
  return `${client}:${clock}`;
}
