import type { VectorUpdate } from '@groma/geo';
import { GromaError, limit } from '@groma/model';
import type { EditedLayer, MapPost } from '@groma/protocol';
import { isUnanswered } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import type { ChangeKeeper } from '../../../platform/unsaved/change-keeper.ts';
import type { LocalEdit } from '../layer/own-edits.ts';
import type { MapState } from './map-state.ts';
import { NotNow } from './not-now.ts';
import { asPost, givenFids, parted, renumbered, withFids, type KeyedEdit } from './waiting-edit.ts';

/** A change that somebody makes. */
export interface NewEdit extends KeyedEdit {
  /** What it looks like until the server has it, asked only when it has to wait; null where only the server can say. */
  effect?: () => VectorUpdate[] | null | Promise<VectorUpdate[] | null>;
  /** Whoever makes it waits for its answer, however long that takes. */
  isAwaited?: boolean;
  /** It is on the screen already, so that it must not be refused. */
  isShown?: boolean;
  /** It was begun while the map could be edited, and is taken however late it ends. */
  isBegun?: boolean;
  /** What this browser keeps of the same work until this change is kept, by its name. */
  replaces?: string | null;
}

/** What became of a change: by layer, where it is one of features. */
export interface EditReply {
  layers?: Readonly<Record<string, EditedLayer>>;
}

/** `order` counts the changes of this page. */
interface MadeEdit extends NewEdit {
  order: number;
  madeAt: number;
}

/**
 * `isKept` says whether this browser's storage took it, null while that is not known: what waits is not counted before.
 * `sent` is under way since it was made, and is not sent a second time while that is so.
 */
interface Held {
  edit: MadeEdit;
  updates: readonly VectorUpdate[];
  isKept: boolean | null;
  sent?: Promise<EditReply> | undefined;
  answer?: { resolve(reply: EditReply): void; reject(error: unknown): void };
}

export interface EditQueueHandlers {
  keeper: ChangeKeeper;
  read(): Pick<MapState, 'lostAt'>;
  set(change: Partial<Pick<MapState, 'waiting' | 'isKept'>>): void;
  post(post: MapPost): Promise<unknown>;
  /** Whether the person who made the changes is still the one who is signed in. */
  isMine(): boolean;
  describe(post: MapPost): { title: string; text: string };
  showLocal(layerId: string, edits: readonly LocalEdit[]): void;
  confirmLocal(layerId: string, key: string, seq: number): void;
  /** New features have got their ids. */
  renumber(layerId: string, ids: ReadonlyMap<number, number>): void;
  /** A change that was shown as done could not be saved, and is listed. */
  onSetAside(error: unknown): void;
}

/**
 * Time after which a change is shown that has no answer yet: a connection may be dead for some seconds without a word.
 */
const slowMs = 2_000;
/** Pause before what got no answer is sent again while the connection is there. */
const sendAgainMs = 2_000;
/** What the next visit may do better: nothing is set aside for it. */
const passingCodes: ReadonlySet<string> = new Set(['UNAUTHENTICATED']);
const mostRemembered = 500;

/**
 * This person's changes of one map, in their order. While the server answers they go through one by one; while it is
 * away they are shown here, kept in this browser's storage, and sent when it is back, each with its key, so that one
 * whose answer was lost is not made twice.
 */
export class EditQueue {
  readonly #handlers: EditQueueHandlers;
  #held: Held[] = [];
  #order = 0;
  #sending: Promise<void> | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #ids = new Map<number, number>();
  readonly #seqs = new Map<string, readonly number[]>();
  /** Keys of changes that were refused, and why the last one was that drew features. */
  readonly #refused = new Set<string>();
  #refusal: string | null = null;

  constructor(handlers: EditQueueHandlers) {
    this.#handlers = handlers;
  }

  /** The numbers of the edits that a change became, as far as that is known here. */
  seqsOf(key: string): readonly number[] {
    return this.#seqs.get(key) ?? [];
  }

  /** Makes a change. Null where it waits: it is shown and kept then. @throws GromaError where it is refused, NotNow. */
  async write(edit: NewEdit): Promise<EditReply | null> {
    this.#order += 1;
    const one: MadeEdit = { ...edit, post: withFids(edit.post, this.#ids), order: this.#order, madeAt: Date.now() };
    if (!one.isShown && !one.isBegun && isLong(this.#handlers.read().lostAt)) throw new NotNow(t('map.offline.later'));
    const isFirst = this.#held.length === 0;
    if (isFirst && parted(one, this.#refused).lost) throw new Error(t('table.rowGone'));
    // Before anything else, so that a page that ends now has it (MAP-138).
    const kept = this.#keep(one);
    if (!isFirst || this.#handlers.read().lostAt !== null) return this.#hold(one, kept);
    const sent = this.#handlers.post(asPost(one)) as Promise<EditReply>;
    // It may fail before its turn to be looked at.
    sent.catch(() => undefined);
    try {
      const reply = await inTime(sent);
      if (reply === null) return await this.#hold(one, kept, sent);
      this.#learn(one, reply);
      void kept.then(() => this.#handlers.keeper.forget([one.key]));
      return reply;
    } catch (error) {
      if (isUnanswered(error)) return this.#hold(one, kept);
      void kept.then(() => this.#handlers.keeper.forget([one.key]));
      throw error;
    }
  }

  /** Sends what waits, in its order. Resolves when nothing waits, or when the server is away again. */
  flush(): Promise<void> {
    clearTimeout(this.#again);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#handlers.keeper.close();
  }

  async #hold(edit: MadeEdit, kept: Promise<boolean>, sent?: Promise<EditReply>): Promise<EditReply | null> {
    const updates = edit.isShown || edit.isAwaited ? [] : ((await edit.effect?.()) ?? null);
    // What nobody here can show takes the time that it takes.
    if (updates === null && sent) return this.#await(edit, sent);
    if (updates === null) {
      await kept;
      await this.#handlers.keeper.forget([edit.key]);
      throw new NotNow(t('map.offline.needsServer'));
    }
    const held: Held = {
      edit: { ...edit, post: withFids(edit.post, this.#ids) },
      updates: updates.map((update) => renumbered(update, this.#ids)),
      isKept: null,
      sent,
    };
    const answered = edit.isAwaited
      ? new Promise<EditReply>((resolve, reject) => {
          held.answer = { resolve, reject };
        })
      : null;
    answered?.catch(() => undefined);
    this.#held = [...this.#held, held].sort((one, other) => one.edit.order - other.edit.order);
    this.#show(edit.layerId);
    const isKept = this.#ids.size === 0 ? await kept : await this.#keep(held.edit);
    for (const each of this.#held) if (each.edit.key === edit.key) each.isKept = isKept;
    this.#count();
    if (sent) void this.flush();
    else if (this.#handlers.read().lostAt === null) this.#sendSoon();
    return answered;
  }

  async #await(edit: NewEdit, sent: Promise<EditReply>): Promise<EditReply> {
    try {
      const reply = await sent;
      this.#learn(edit, reply);
      return reply;
    } finally {
      await this.#handlers.keeper.forget([edit.key]);
    }
  }

  async #keep({ key, layerId, post, newFids, order, madeAt, replaces }: MadeEdit): Promise<boolean> {
    const { keeper, describe } = this.#handlers;
    try {
      await keeper.keep({ id: key, order, madeAt, ...describe(post), work: { layerId, post, newFids: [...newFids] } });
      if (replaces) void keeper.forget([replaces]);
      return true;
    } catch {
      return false;
    }
  }

  #sendSoon(): void {
    clearTimeout(this.#again);
    if (!this.#isClosed)
      this.#again = setTimeout(() => {
        void this.flush();
      }, sendAgainMs);
  }

  async #send(): Promise<void> {
    for (let next = this.#held[0]; next && !this.#isClosed && this.#handlers.isMine(); next = this.#held[0]) {
      if (!next.sent && !(await this.#part(next))) continue;
      try {
        await this.#confirm(next, await (next.sent ?? (this.#handlers.post(asPost(next.edit)) as Promise<EditReply>)));
      } catch (error) {
        next.sent = undefined;
        if (isUnanswered(error) || (error instanceof GromaError && passingCodes.has(error.code))) {
          if (this.#handlers.read().lostAt === null) this.#sendSoon();
          return;
        }
        await this.#refuse(next, error);
      }
    }
  }

  async #confirm(held: Held, reply: EditReply): Promise<void> {
    const { layerId, key } = held.edit;
    const ids = this.#learn(held.edit, reply);
    this.#held = this.#held
      .filter(({ edit }) => edit.key !== key)
      .map((each) =>
        ids.size === 0
          ? each
          : {
              ...each,
              edit: { ...each.edit, post: withFids(each.edit.post, ids) },
              updates: each.updates.map((update) => renumbered(update, ids)),
            },
      );
    // First those that name the new ids, then this one: a page that ends in between finds the ids by its key again.
    if (ids.size > 0) await Promise.all(this.#held.map((each) => this.#keep(each.edit)));
    if (layerId !== '') this.#handlers.confirmLocal(layerId, key, reply.layers?.[layerId]?.seq ?? 0);
    this.#show(layerId);
    if (ids.size > 0) this.#handlers.renumber(layerId, ids);
    await this.#handlers.keeper.forget([key]);
    held.answer?.resolve(reply);
  }

  /** Lists what builds on refused changes as refused with them. False where nothing of a change is left to be sent. */
  async #part(held: Held): Promise<boolean> {
    const { edit } = held;
    const { keeper } = this.#handlers;
    const { sent, lost } = parted(edit, this.#refused);
    const key = sent ? crypto.randomUUID() : edit.key;
    if (lost) {
      if (sent) await this.#keep({ ...edit, key, post: lost });
      await keeper.setAside(key, this.#refusal ?? 'FEATURE_NOT_FOUND');
    }
    if (sent) {
      held.edit = { ...edit, post: sent };
      if (lost) await this.#keep(held.edit);
      return true;
    }
    this.#refused.add(edit.key);
    this.#take(held);
    if (!lost) await keeper.forget([edit.key]);
    return false;
  }

  /** Neither waits any more nor is shown. */
  #take(held: Held): void {
    this.#held = this.#held.filter(({ edit }) => edit.key !== held.edit.key);
    this.#show(held.edit.layerId);
  }

  async #refuse(held: Held, error: unknown): Promise<void> {
    this.#take(held);
    if (held.answer) {
      // Whoever waits for it still has what was to be made, and says why it was not.
      held.answer.reject(error);
      return this.#handlers.keeper.forget([held.edit.key]);
    }
    const code = error instanceof GromaError ? error.code : 'INTERNAL';
    this.#refused.add(held.edit.key);
    if (held.edit.newFids.length > 0) this.#refusal = code;
    await this.#handlers.keeper.setAside(held.edit.key, code);
    this.#handlers.onSetAside(error);
  }

  #learn(edit: NewEdit, { layers }: EditReply): Map<number, number> {
    const ids = givenFids(edit, layers);
    for (const [local, given] of ids) this.#ids.set(local, given);
    this.#seqs.set(
      edit.key,
      Object.values(layers ?? {}).flatMap(({ edits }) => edits.map(({ seq }) => seq)),
    );
    const [oldest] = this.#seqs.keys();
    if (this.#seqs.size > mostRemembered && oldest !== undefined) this.#seqs.delete(oldest);
    return ids;
  }

  #count(): void {
    this.#handlers.set({
      waiting: this.#held.filter(({ isKept }) => isKept !== null).length,
      isKept: this.#held.every(({ isKept }) => isKept !== false),
    });
  }

  #show(layerId: string): void {
    this.#count();
    if (layerId !== '')
      this.#handlers.showLocal(
        layerId,
        this.#held
          .filter(({ edit }) => edit.layerId === layerId)
          .map(({ edit: { key }, updates }) => ({ key, updates })),
      );
  }
}

/** The answer, or null where there is none after some time. */
async function inTime(sent: Promise<EditReply>): Promise<EditReply | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, slowMs);
  });
  return Promise.race([sent, slow]).finally(() => {
    clearTimeout(timer);
  });
}

/** Whether an outage has taken so long that nothing is to be edited any more. */
export function isLong(lostAt: number | null): boolean {
  return lostAt !== null && Date.now() - lostAt >= limit.offlineEditMs;
}
