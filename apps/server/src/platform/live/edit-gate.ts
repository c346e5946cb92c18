/** How much work on edits is taken in hand at once; edits are in hand until they are on disk. */
export interface GateLimits {
  /** Edits, and their bytes, of everyone together. */
  edits: number;
  bytes: number;
  /** Edits of one connection. */
  editsEach: number;
  /** Milliseconds that edits may take of one turn of the event loop, so that calls are answered in between. */
  turnMs: number;
}

const usualLimits: GateLimits = { edits: 500, bytes: 16 * 1024 * 1024, editsEach: 32, turnMs: 8 };

/** Edits in hand above which it is busy: others may be told a little later, and more is written at once. */
const busyEdits = 64;

interface Waiting {
  bytes: number;
  work: () => Promise<void>;
}

/**
 * Lets the edits of people in at the pace at which they can be written. Those that come faster wait, each connection in
 * a lane of its own from which they are taken in turn, and whose wait they are is told so: who is read no further sends
 * no more than a connection holds. An edit that has come is never dropped here.
 */
export class EditGate {
  readonly #limits: GateLimits;
  /** Lanes with something that may go in, the next one first. */
  readonly #ready = new Set<EditLane>();
  #edits = 0;
  #bytes = 0;
  #spentMs = 0;
  #isScheduled = false;

  constructor(limits: GateLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Edits that have come and are not on disk yet, as far as this gate let them in. */
  get inHand(): number {
    return this.#edits;
  }

  /** More comes than goes: what can wait a moment should. */
  get isBusy(): boolean {
    return this.#ready.size > 0 || this.#edits > busyEdits;
  }

  /** A lane for one connection; `onHold` is told when it is to be read no further, and when again. */
  open(onHold: (isHeld: boolean) => void): EditLane {
    return new EditLane(this, this.#limits.editsEach, onHold);
  }

  /** Takes an edit at once where nothing stands against it. */
  tryNow(lane: EditLane, { bytes, work }: Waiting): boolean {
    this.#schedule();
    if (this.#ready.size > 0 || !this.#hasRoom(bytes)) return false;
    this.#take(lane, { bytes, work });
    return true;
  }

  /** A lane has something that may go in. */
  enqueue(lane: EditLane): void {
    this.#ready.add(lane);
    this.#schedule();
  }

  #hasRoom(bytes: number): boolean {
    // One that is larger than all the room goes in alone.
    return (
      this.#spentMs < this.#limits.turnMs &&
      this.#edits < this.#limits.edits &&
      (this.#edits === 0 || this.#bytes + bytes <= this.#limits.bytes)
    );
  }

  #take(lane: EditLane, { bytes, work }: Waiting): void {
    const begin = performance.now();
    this.#edits += 1;
    this.#bytes += bytes;
    lane.begin();
    void work().finally(() => {
      this.#edits -= 1;
      this.#bytes -= bytes;
      lane.end();
      if (this.#ready.size > 0) this.#schedule();
    });
    this.#spentMs += performance.now() - begin;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#isScheduled = false;
    this.#spentMs = 0;
    for (let [lane] = this.#ready; lane && this.#hasRoom(lane.nextBytes); [lane] = this.#ready) {
      this.#ready.delete(lane);
      this.#take(lane, lane.next());
      if (lane.mayGoOn) this.#ready.add(lane);
    }
    // Whatever is in hand calls for the next turn when it ends; only the time of this turn ends by itself.
    if (this.#ready.size > 0 && this.#spentMs >= this.#limits.turnMs) this.#schedule();
  };
}

/** The edits of one connection, in their order. */
export class EditLane {
  readonly #gate: EditGate;
  readonly #most: number;
  readonly #onHold: (isHeld: boolean) => void;
  readonly #waiting: Waiting[] = [];
  #inHand = 0;
  #isHeld = false;
  #onEmpty: (() => void) | null = null;

  constructor(gate: EditGate, most: number, onHold: (isHeld: boolean) => void) {
    this.#gate = gate;
    this.#most = most;
    this.#onHold = onHold;
  }

  /** Has an edit made when it is its turn. `work` settles when the edit is on disk or refused; it must not reject. */
  push(bytes: number, work: () => Promise<void>): void {
    const edit = { bytes, work };
    if (this.#waiting.length === 0 && this.#inHand < this.#most && this.#gate.tryNow(this, edit)) return;
    this.#waiting.push(edit);
    this.#hold(true);
    if (this.#inHand < this.#most) this.#gate.enqueue(this);
  }

  /** Calls back when nothing waits and nothing is in hand; at once where that is so. */
  whenEmpty(then: () => void): void {
    this.#onEmpty = then;
    this.#tell();
  }

  get nextBytes(): number {
    return this.#waiting[0]!.bytes;
  }

  get mayGoOn(): boolean {
    return this.#waiting.length > 0 && this.#inHand < this.#most;
  }

  next(): Waiting {
    return this.#waiting.shift()!;
  }

  begin(): void {
    this.#inHand += 1;
    if (this.#waiting.length === 0) this.#hold(false);
  }

  end(): void {
    this.#inHand -= 1;
    if (this.mayGoOn) this.#gate.enqueue(this);
    this.#tell();
  }

  #hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#onHold(isHeld);
  }

  #tell(): void {
    if (this.#waiting.length > 0 || this.#inHand > 0) return;
    this.#onEmpty?.();
    this.#onEmpty = null;
  }
}
