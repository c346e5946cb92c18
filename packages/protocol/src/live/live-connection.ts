import { limit } from '@groma/model';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { decodeLiveMessage, encodeLiveMessage, type LiveMessage } from './messages.ts';

/** State a person can be shown. `saved` is only ever what the server said is on disk. */
export interface LiveState {
  connection: 'connecting' | 'connected' | 'disconnected' | 'refused';
  /** The document is in step with the server. */
  synced: boolean;
  canWrite: boolean;
  saved: boolean;
  /** When the last own edit came to be on disk; null before the first. */
  savedAt: Date | null;
  /**
   * Code of the last refusal, or of the close that will not be retried. After a refused edit nothing more is sent, since
   * later edits build on it: `saved` stays false, and the text is here only.
   */
  refusal: string | null;
}

export interface LiveOptions {
  /** Full address with `ws:` or `wss:`. */
  url: string;
  doc: Y.Doc;
  /** Called when the server's document is another one than the copy here: throw the copy away and connect anew. */
  onOtherGeneration?: () => void;
  /** For Node, which needs headers, and for pages, which may lose their network: makes the socket. */
  openSocket?: (url: string) => WebSocket;
  /** Does something after a time, or sooner where that may succeed now; returns how not to. */
  tryAgainIn?: (milliseconds: number, work: () => void) => () => void;
}

/** Close code of a socket that must not be tried again: signed out, no role, or the thing is gone. */
export const closeForGood = 4403;

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
  state: LiveState = { connection: 'connecting', synced: false, canWrite: false, saved: true, savedAt: null, refusal: null };
  connectionId: string | null = null;
  readonly #options: LiveOptions;
  readonly #listeners = new Set<(state: LiveState) => void>();
  #socket: WebSocket | null = null;
  #generation: string | null = null;
  #sent = 0;
  #acknowledged = 0;
  /** There are edits that no socket has carried. They travel after the next welcome that allows it. */
  #hasUnsent = false;
  /** An edit was not taken: what builds on it must not be sent either. */
  #isBlocked = false;
  #retryMs = firstRetryMs;
  #stopRetry: () => void = () => undefined;
  #closed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
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

  /** Resolves when every edit made so far is on disk. */
  whenSaved(): Promise<void> {
    return this.#when((state) => state.saved && state.synced);
  }

  whenSynced(): Promise<void> {
    return this.#when((state) => state.synced);
  }

  close(): void {
    this.#closed = true;
    this.#stopRetry();
    this.doc.off('update', this.#onDocUpdate);
    removeAwarenessStates(this.awareness, [this.doc.clientID], 'closed');
    this.awareness.destroy();
    this.#socket?.close(1000);
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
    socket.onmessage = (event) => this.#receive(decodeLiveMessage(new Uint8Array(event.data as ArrayBuffer)));
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    socket.onerror = () => undefined;
  }

  #lost(code: number, reason: string): void {
    this.#socket = null;
    if (this.#sent > this.#acknowledged) this.#hasUnsent = true;
    this.#sent = 0;
    this.#acknowledged = 0;
    const others = [...this.awareness.getStates().keys()].filter((id) => id !== this.doc.clientID);
    removeAwarenessStates(this.awareness, others, 'disconnected');
    const isFinal = code === closeForGood;
    this.#update({ connection: isFinal ? 'refused' : 'disconnected', synced: false, refusal: isFinal ? reason : this.state.refusal });
    if (this.#closed || isFinal) return;
    this.#stopRetry = (this.#options.tryAgainIn ?? tryAgainIn)(this.#retryMs * (0.75 + Math.random() / 2), () => this.#connect());
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  #receive(message: LiveMessage): void {
    switch (message.kind) {
      case 'welcome': return this.#welcome(message);
      case 'rest':
        this.#takeRest(message.update);
        return this.#update({ synced: true });
      case 'update': return Y.applyUpdate(this.doc, message.update, this);
      case 'awareness': return applyAwarenessUpdate(this.awareness, message.update, this);
      case 'saved': return this.#acknowledge(message.n);
      case 'refused': return this.#block(message.code);
      default:
    }
  }

  /** A document that comes whole. Yjs would write it out again for whoever listens to its edits, so nobody does meanwhile. */
  #takeRest(update: Uint8Array): void {
    const isWhole = Y.decodeStateVector(Y.encodeStateVector(this.doc)).size === 0;
    if (isWhole) this.doc.off('update', this.#onDocUpdate);
    Y.applyUpdate(this.doc, update, this);
    if (!isWhole) return;
    this.doc.on('update', this.#onDocUpdate);
    const known = Y.decodeStateVector(Y.encodeStateVector(this.doc));
    // Somebody who watches the document has answered with an edit of their own.
    if (known.delete(this.doc.clientID)) this.#onDocUpdate(Y.encodeStateAsUpdate(this.doc, Y.encodeStateVector(known)), null);
  }

  #welcome(message: Extract<LiveMessage, { kind: 'welcome' }>): void {
    if (this.#generation !== null && this.#generation !== message.generation) {
      this.close();
      this.#options.onOtherGeneration?.();
      return;
    }
    this.#generation = message.generation;
    this.connectionId = message.connectionId;
    this.#retryMs = firstRetryMs;
    this.#update({ connection: 'connected', canWrite: message.canWrite, refusal: this.#isBlocked ? this.state.refusal : null });
    this.#send({ kind: 'ask', stateVector: Y.encodeStateVector(this.doc) });
    if (this.#hasUnsent && !message.canWrite) this.#block('FORBIDDEN');
    if (this.#hasUnsent && !this.#isBlocked) {
      this.#hasUnsent = false;
      this.#sendEdit(Y.encodeStateAsUpdate(this.doc, message.stateVector));
    }
    if (this.awareness.getLocalState()) this.#send({ kind: 'awareness', update: encodeAwarenessUpdate(this.awareness, [this.doc.clientID]) });
    this.#showSaved();
  }

  #acknowledge(n: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, n);
    this.#showSaved();
  }

  #showSaved(): void {
    const saved = this.#acknowledged >= this.#sent && !this.#hasUnsent && !this.#isBlocked;
    this.#update(saved && !this.state.saved ? { saved, savedAt: new Date() } : { saved });
  }

  #block(code: string): void {
    this.#isBlocked = true;
    this.#update({ saved: false, refusal: code });
  }

  #sendEdit(update: Uint8Array): void {
    if (update.byteLength > limit.documentUpdateBytes) return this.#block('TOO_LARGE');
    this.#sent += 1;
    this.#send({ kind: 'edit', n: this.#sent, update });
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
    if (isConnected && !this.state.canWrite) this.#block('FORBIDDEN');
    else if (isConnected && !this.#isBlocked) this.#sendEdit(update);
    else this.#hasUnsent = true;
    this.#showSaved();
  };

  readonly #onAwarenessUpdate = ({ added, updated, removed }: { added: number[]; updated: number[]; removed: number[] }, origin: unknown): void => {
    if (origin === this || !([...added, ...updated, ...removed].includes(this.doc.clientID))) return;
    this.#send({ kind: 'awareness', update: encodeAwarenessUpdate(this.awareness, [this.doc.clientID]) });
  };
}
