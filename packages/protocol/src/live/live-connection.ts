import { limit } from '@groma/model';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { EditKeeper } from './edit-keeper.ts';
import { decodeLiveMessage, encodeLiveMessage, type LiveMessage } from './messages.ts';
import { UnsavedEdits, type UnseenTexts } from './unsaved-edits.ts';

/** State a person can be shown. `saved` is only ever what the server said is on disk. */
export interface LiveState {
  connection: 'connecting' | 'connected' | 'disconnected' | 'refused';
  /** The document is in step with the server. */
  synced: boolean;
  canWrite: boolean;
  /**
   * When the connection was lost, in milliseconds since 1970; null while the document is in step, and before it ever
   * was.
   */
  lostAt: number | null;
  saved: boolean;
  /** Anything that is not saved is in this browser's storage, and comes back after a reload. */
  isKept: boolean;
  /** When the last own edit came to be on disk; null before the first. */
  savedAt: Date | null;
  /**
   * Code of the last refusal, or of the close that will not be retried. After a refused edit nothing more is sent,
   * since later edits build on it: `saved` stays false, and the text is here only.
   */
  refusal: string | null;
}

export interface LiveOptions {
  /** Full address with `ws:` or `wss:`. */
  url: string;
  doc: Y.Doc;
  /** Id of the person who writes: nothing is sent over a connection that belongs to someone else. */
  person?: string;
  /** Keeps edits in this browser until they are saved. */
  keeper?: EditKeeper;
  /** Which texts of the document nobody sees; what is written into one that others have put there is listed. */
  unseenIn?: UnseenTexts;
  /** Called when the server's document is another one than the copy here: throw the copy away and connect again. */
  onOtherGeneration?: () => void;
  /** For Node, which needs headers, and for pages, which may lose their network: makes the socket. */
  openSocket?: (url: string) => WebSocket;
  /** Does something after a time, or sooner where that may succeed now; returns how not to. */
  tryAgainIn?: (milliseconds: number, work: () => void) => () => void;
}

/** Close code of a socket that must not be tried again: signed out, no role, or the thing is gone. */
export const closeForGood = 4403;

/**
 * Edits on their way to the server's disk above which further ones wait here, to travel together: a server that is busy
 * is sent fewer.
 */
const mostOnTheirWay = 4;

/** After which an edit that the server has no space for is sent again. */
const roomRetryMs = 5_000;

const firstRetryMs = 300;
const longestRetryMs = 10_000;

function tryAgainIn(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}

/** Keeps a Yjs document in step with the server and knows which of its edits are on disk. */
export class LiveConnection {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  state: LiveState = {
    connection: 'connecting',
    synced: false,
    canWrite: false,
    lostAt: null,
    saved: true,
    isKept: true,
    savedAt: null,
    refusal: null,
  };
  connectionId: string | null = null;
  readonly #options: LiveOptions;
  readonly #listeners = new Set<(state: LiveState) => void>();
  readonly #textListeners = new Set<(text: string) => void>();
  #socket: WebSocket | null = null;
  #generation: string | null = null;
  /** What the server had of each client when this connection began. */
  #known: ReadonlyMap<number, number> = new Map();
  #sent = 0;
  /** Up to which number the server has answered. */
  #answered = 0;
  readonly #unsaved: UnsavedEdits;
  /** What earlier visits left has been taken over. */
  #hasAdopted = false;
  /** An edit was not taken: what builds on it must not be sent either. */
  #isBlocked = false;
  /** The server has no space for edits: they wait here until they are sent again. */
  #isPostponed = false;
  #stopPostponed: () => void = () => undefined;
  #retryMs = firstRetryMs;
  #stopRetry: () => void = () => undefined;
  #closed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#unsaved = new UnsavedEdits(options.keeper, () => this.#showSaved(), options.unseenIn);
    this.doc = options.doc;
    this.awareness = new Awareness(options.doc);
    this.doc.on('update', this.#onDocUpdate);
    this.awareness.on('update', this.#onAwarenessUpdate);
    this.#connect();
  }

  subscribe(listener: (state: LiveState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called with the JSON texts that the server tells beside the document; returns how to stop listening. */
  onText(listener: (text: string) => void): () => void {
    this.#textListeners.add(listener);
    return () => this.#textListeners.delete(listener);
  }

  /** Resolves when every edit made so far is on disk. */
  whenSaved(): Promise<void> {
    return this.#when((state) => state.saved && state.synced);
  }

  whenSynced(): Promise<void> {
    return this.#when((state) => state.synced);
  }

  close(): void {
    if (this.#closed) return;
    if (this.state.connection === 'connected') this.#sendWaiting(Infinity);
    this.#closed = true;
    this.#stopPostponed();
    this.#stopRetry();
    this.doc.off('update', this.#onDocUpdate);
    removeAwarenessStates(this.awareness, [this.doc.clientID], 'closed');
    this.awareness.destroy();
    this.#socket?.close(1000);
    this.#unsaved.close();
    this.#update({});
  }

  /** Resolves when the state is as wanted, or when the connection is closed, after which it says nothing more. */
  whenClosedOr(isReached: (state: LiveState) => boolean): Promise<void> {
    return this.#when((state) => this.#closed || isReached(state));
  }

  #when(isReached: (state: LiveState) => boolean): Promise<void> {
    if (isReached(this.state)) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.subscribe((state) => {
        if (!isReached(state)) return;
        stop();
        resolve();
      });
    });
  }

  #connect(): void {
    const socket = this.#options.openSocket?.(this.#options.url) ?? new WebSocket(this.#options.url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    // Texts are not messages of the document: they show that the server is there, or tell something beside it.
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      if (typeof data !== 'string') return this.#receive(decodeLiveMessage(new Uint8Array(data as ArrayBuffer)));
      if (data.startsWith('{')) for (const listener of this.#textListeners) listener(data);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#lost(code, reason);
    };
    socket.onerror = () => undefined;
  }

  #lost(code: number, reason: string): void {
    this.#socket = null;
    this.#unsaved.markLost();
    this.#sent = 0;
    this.#answered = 0;
    this.#stopPostponed();
    this.#isPostponed = false;
    const others = [...this.awareness.getStates().keys()].filter((id) => id !== this.doc.clientID);
    removeAwarenessStates(this.awareness, others, 'disconnected');
    const isFinal = code === closeForGood;
    const lostAt = this.state.synced ? Date.now() : this.state.lostAt;
    this.#update({
      connection: isFinal ? 'refused' : 'disconnected',
      synced: false,
      lostAt,
      refusal: isFinal ? reason : this.state.refusal,
    });
    // Whoever signs in again finds the edits where they were; for anything else there is no way back.
    if (isFinal && reason !== 'UNAUTHENTICATED') this.#unsaved.setAside(reason);
    // What was on its way is not sent again either.
    else if (this.#isBlocked) this.#unsaved.setAside(this.state.refusal ?? reason);
    if (this.#closed || isFinal) return;
    this.#stopRetry = (this.#options.tryAgainIn ?? tryAgainIn)(this.#retryMs * (0.75 + Math.random() / 2), () =>
      this.#connect(),
    );
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  #receive(message: LiveMessage): void {
    switch (message.kind) {
      case 'welcome':
        return this.#welcome(message);
      case 'rest':
        this.#unsaved.listSwallowed(this.doc, this.#known, () => this.#takeRest(message.update));
        return void this.#adopt();
      case 'update':
        return Y.applyUpdate(this.doc, message.update, this);
      case 'awareness':
        return applyAwarenessUpdate(this.awareness, message.update, this);
      case 'saved':
        return this.#acknowledge(message.n);
      case 'refused':
        return this.#refused(message.n, message.code);
      default:
    }
  }

  /**
   * A document that comes whole. Yjs would write it out again for whoever listens to its edits, so nobody does
   * meanwhile.
   */
  #takeRest(update: Uint8Array): void {
    const isWhole = Y.decodeStateVector(Y.encodeStateVector(this.doc)).size === 0;
    if (isWhole) this.doc.off('update', this.#onDocUpdate);
    Y.applyUpdate(this.doc, update, this);
    if (!isWhole) return;
    this.doc.on('update', this.#onDocUpdate);
    const known = Y.decodeStateVector(Y.encodeStateVector(this.doc));
    // Someone who watches the document has answered with an edit of their own.
    if (known.delete(this.doc.clientID))
      this.#onDocUpdate(Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(known)), null);
  }

  #welcome(message: Extract<LiveMessage, { kind: 'welcome' }>): void {
    if (this.#options.person !== undefined && this.#options.person !== message.userId) return this.#leave();
    if (this.#generation !== null && this.#generation !== message.generation) {
      this.#unsaved.setAside('CONFLICT');
      this.close();
      this.#options.onOtherGeneration?.();
      return;
    }
    this.#generation = message.generation;
    this.#known = Y.decodeStateVector(message.stateVector);
    this.connectionId = message.connectionId;
    this.#retryMs = firstRetryMs;
    this.#update({
      connection: 'connected',
      canWrite: message.canWrite,
      refusal: this.#isBlocked ? this.state.refusal : null,
    });
    this.#send({ kind: 'ask', stateVector: Y.encodeStateVector(this.doc) });
    if (this.#unsaved.isWaiting && !message.canWrite) this.#block('FORBIDDEN');
    if (this.#unsaved.isWaiting && !this.#isBlocked) this.#sendAgain(message.stateVector);
    if (this.awareness.getLocalState())
      this.#send({ kind: 'awareness', update: encodeAwarenessUpdate(this.awareness, [this.doc.clientID]) });
    this.#showSaved();
  }

  /** Someone else has signed in in this browser: what was written here is not theirs to send. */
  #leave(): void {
    const socket = this.#socket;
    this.#lost(closeForGood, 'UNAUTHENTICATED');
    socket?.close(1000);
  }

  /**
   * Sends all that the server lacks, others' edits that mine build on too; where that is too much at once, mine in
   * pieces.
   */
  #sendAgain(known: Uint8Array): void {
    const missing = Y.encodeStateAsUpdate(this.doc, known);
    const pieces = missing.byteLength <= limit.documentUpdateBytes ? [missing] : this.#unsaved.pieces();
    if (pieces.some(({ byteLength }) => byteLength > limit.documentUpdateBytes)) return this.#block('TOO_LARGE');
    for (const piece of pieces) this.#sendEdit(piece);
    this.#unsaved.markSent(this.#sent);
  }

  /** Takes over what earlier visits left, the first time; then the document is in step. */
  async #adopt(): Promise<void> {
    const socket = this.#socket;
    if (!this.#hasAdopted && this.#options.keeper && this.#generation !== null) {
      const found = await this.#options.keeper.adopt(this.#generation).catch(() => []);
      if (!this.#hasAdopted) this.#unsaved.adopt(found);
    }
    this.#hasAdopted = true;
    if (this.#closed || this.#socket !== socket || this.state.connection !== 'connected') return;
    this.#unsaved.forgetKnown(this.doc);
    if (this.state.canWrite) this.#unsaved.sendAdopted((update) => this.#sendEdit(update));
    else this.#unsaved.refuseAdopted('FORBIDDEN');
    this.#showSaved();
    this.#update({ synced: true, lostAt: null });
  }

  #acknowledge(n: number): void {
    this.#answered = Math.max(this.#answered, n);
    this.#unsaved.acknowledge(n, this.doc, (update) => Y.applyUpdate(this.doc, update, this));
    if (!this.#isBlocked && !this.#isPostponed && this.state.refusal !== null) this.#update({ refusal: null });
    this.#sendWaiting();
    this.#showSaved();
  }

  /** An edit of an earlier visit is only set aside; nothing builds on it here. */
  #refused(n: number, code: string): void {
    // Sent before an edit that it builds on was refused: it waits here with that one.
    if (n <= this.#answered) return;
    if (code === 'DISK_FULL') return this.#postpone(code);
    if (!this.#unsaved.refuseAdopted(code, n)) return this.#block(code, n);
    this.#answered = Math.max(this.#answered, n);
    this.#sendWaiting();
    this.#showSaved();
  }

  /**
   * Nothing is wrong with the edits: they stay here, and are sent again. Those sent after the refused one count for
   * nothing, since they build on it.
   */
  #postpone(code: string): void {
    this.#unsaved.markLost();
    this.#answered = this.#sent;
    this.#update({ saved: false, refusal: code });
    if (this.#isPostponed) return;
    this.#isPostponed = true;
    this.#stopPostponed = (this.#options.tryAgainIn ?? tryAgainIn)(roomRetryMs, () => {
      this.#isPostponed = false;
      this.#sendWaiting();
      this.#unsaved.sendAdopted((update) => this.#sendEdit(update));
    });
  }

  #showSaved(): void {
    const saved = this.#unsaved.isEmpty && !this.#isBlocked;
    this.#update({ saved, isKept: this.#unsaved.isKept, ...(saved && !this.state.saved && { savedAt: new Date() }) });
  }

  /**
   * Nothing more is sent: not what was refused, sent as `from` if it was sent at all, and not what came after it. The
   * first reason is that of all.
   */
  #block(code: string, from?: number): void {
    const refusal = this.#isBlocked ? (this.state.refusal ?? code) : code;
    this.#isBlocked = true;
    this.#unsaved.setAside(refusal, from);
    this.#update({ saved: false, refusal });
  }

  /** Sends what had to wait while others were on their way, joined. */
  #sendWaiting(most = mostOnTheirWay): void {
    if (
      !this.#unsaved.isWaiting ||
      this.#isBlocked ||
      this.#isPostponed ||
      !this.state.canWrite ||
      this.#sent - this.#answered >= most
    )
      return;
    for (const piece of this.#unsaved.pieces()) this.#sendEdit(piece);
    this.#unsaved.markSent(this.#sent);
  }

  #sendEdit(update: Uint8Array): number {
    this.#sent += 1;
    this.#send({ kind: 'edit', n: this.#sent, update });
    return this.#sent;
  }

  #send(message: LiveMessage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(encodeLiveMessage(message));
  }

  #update(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener(this.state);
  }

  readonly #onDocUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return;
    const isConnected = this.#socket?.readyState === 1 && this.state.connection === 'connected';
    const refusal =
      isConnected && !this.state.canWrite
        ? 'FORBIDDEN'
        : update.byteLength > limit.documentUpdateBytes
          ? 'TOO_LARGE'
          : this.#isBlocked
            ? this.state.refusal
            : null;
    const n =
      isConnected && refusal === null && !this.#isPostponed && this.#sent - this.#answered < mostOnTheirWay
        ? this.#sendEdit(update)
        : null;
    this.#unsaved.add(update, this.#generation, n);
    if (refusal !== null) this.#block(refusal);
    this.#showSaved();
  };

  readonly #onAwarenessUpdate = (
    { added, updated, removed }: { added: number[]; updated: number[]; removed: number[] },
    origin: unknown,
  ): void => {
    if (origin === this || ![...added, ...updated, ...removed].includes(this.doc.clientID)) return;
    this.#send({ kind: 'awareness', update: encodeAwarenessUpdate(this.awareness, [this.doc.clientID]) });
  };
}
