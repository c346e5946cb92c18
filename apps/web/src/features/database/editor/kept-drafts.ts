import { defaultQuery, newId } from '@groma/model';
import { readStored } from '../../../platform/stored.ts';
import { holdLock, readHolders } from '../../../platform/unsaved/holder-lock.ts';

/** What a person writes in an SQL editor: the text and the values of its parameters. */
export interface SqlText {
  text: string;
  parameters: Readonly<Record<string, string>>;
}

/** The text of one editor of one tab; `id` names that editor, `changedAt` is in milliseconds since 1970. */
export interface KeptDraft extends SqlText {
  id: string;
  changedAt: number;
}

/** What a new editor begins with (DBS-077). */
export const beginningText: string = defaultQuery;

/**
 * The draft of one editor. Each tab of the browser has its own, so that none overwrites another; what tabs that are
 * closed have left is in `readLeft` until somebody takes or discards it.
 */
export interface DraftKeeper {
  readonly first: SqlText;
  /** Keeps the text in this browser at once. False where there is no room. */
  keep(draft: SqlText): boolean;
  /** Drafts that closed tabs have left, newest first, without those that say nothing or the same as this editor. */
  readLeft(): Promise<KeptDraft[]>;
  /** Takes a left draft, and leaves the present text in its place. Null where another tab was faster. */
  swap(id: string): SqlText | null;
  discard(id: string): void;
  close(): void;
}

/**
 * Opens the draft of an editor: the one that this tab had, else the newest that was left, else a copy of that of
 * another tab.
 */
export async function openDraft(userId: string, databaseId: string): Promise<DraftKeeper> {
  const shelf = shelfOf(userId, databaseId);
  const isAlive = await readHolders();
  const [all, id] = [shelf.read(), newId()];
  const left = all.filter((draft) => !isAlive(draft.id));
  const taken = left.find((draft) => draft.id === shelf.readTab()) ?? left[0];
  const { text, parameters } = taken ?? all[0] ?? { text: beginningText, parameters: {} };
  const first = { text, parameters };
  let present: SqlText = first;
  const release = holdLock(id);
  if (taken && shelf.write(id, first, taken.changedAt)) shelf.remove(taken.id);
  shelf.writeTab(id);
  return {
    first,
    close: release,
    keep(draft) {
      present = draft;
      return shelf.write(id, draft, Date.now());
    },
    readLeft: async () => {
      const isHeld = await readHolders();
      return shelf
        .read()
        .filter(
          (draft) =>
            draft.id !== id && !isHeld(draft.id) && isWorthKeeping(draft) && draft.text.trim() !== present.text.trim(),
        );
    },
    swap(leftId) {
      const found = shelf.read().find((draft) => draft.id === leftId);
      if (!found || (isWorthKeeping(present) && !shelf.write(newId(), present, Date.now()))) return null;
      const { text: leftText, parameters: leftParameters } = found;
      present = { text: leftText, parameters: leftParameters };
      if (shelf.write(id, present, Date.now())) shelf.remove(leftId);
      return present;
    },
    discard: (leftId) => {
      shelf.remove(leftId);
    },
  };
}

/** All that a person wrote for a database and this browser keeps, newest first. */
export function readDrafts(userId: string, databaseId: string): KeptDraft[] {
  return shelfOf(userId, databaseId).read().filter(isWorthKeeping);
}

const shelfOf = (userId: string, databaseId: string): DraftShelf =>
  new DraftShelf(`groma.sql-draft.${userId}.${databaseId}`);

function isWorthKeeping({ text }: SqlText): boolean {
  return text.trim() !== '' && text.trim() !== beginningText.trim();
}

/** All drafts of one person for one database, in the storage of this browser, which answers before the page is gone. */
class DraftShelf {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Newest first. */
  read(): KeptDraft[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => this.#readOne(key))
        .sort((one, other) => other.changedAt - one.changedAt);
    } catch {
      return [];
    }
  }

  write(id: string, { text, parameters }: SqlText, changedAt: number): boolean {
    try {
      localStorage.setItem(`${this.#prefix}.${id}`, JSON.stringify({ text, parameters, changedAt }));
      return true;
    } catch {
      return false;
    }
  }

  remove(id: string): void {
    localStorage.removeItem(id === '' ? this.#prefix : `${this.#prefix}.${id}`);
  }

  /** The draft that this tab had before a reload. */
  readTab(): string | null {
    try {
      return sessionStorage.getItem(this.#prefix);
    } catch {
      return null;
    }
  }

  writeTab(id: string): void {
    try {
      sessionStorage.setItem(this.#prefix, id);
    } catch {
      // The newest draft is taken after a reload then.
    }
  }

  /** A key without an id is that of a browser that kept one draft for all its tabs. */
  #readOne(key: string): KeptDraft[] {
    const found = readStored(key) as Partial<KeptDraft> | null | undefined;
    if (typeof found?.text !== 'string') return [];
    return [
      {
        id: key.slice(this.#prefix.length + 1),
        text: found.text,
        parameters: found.parameters ?? {},
        changedAt: found.changedAt ?? 0,
      },
    ];
  }
}
