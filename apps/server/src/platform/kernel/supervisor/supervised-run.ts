import type { WholeOutput } from '@groma/model';
import { deferred } from '../deferred.ts';
import type { ExecuteResult } from '../kernel-session.ts';
import type { FromSupervisor } from './supervisor-message.ts';

/** Batches that may be under way to the server before the kernel has to wait. */
const mostUnderWay = 4;

interface Batch {
  sequence: number;
  outputs: WholeOutput[] | null;
}

/** Names an execution, and the kernel it runs on. */
interface RunName {
  runId: string;
  kernelId: string;
  isSilent: boolean;
}

/**
 * One execution, kept by the supervisor until the server has everything of it on disk: batches it has not acknowledged,
 * and how it ended. While no server listens nothing waits: what one execution shows is bounded by its kernel session,
 * and of what it shows again, which is not, only the last form is held.
 */
export class SupervisedRun {
  readonly runId: string;
  readonly kernelId: string;
  readonly isSilent: boolean;
  readonly aborter = new AbortController();
  readonly #send: (message: FromSupervisor) => void;
  #batches: Batch[] = [];
  #sequence = 0;
  #sent = 0;
  #acknowledged = 0;
  #isFollowed = true;
  #isDropped = false;
  #result: ExecuteResult | null = null;
  #room = deferred<void>();

  constructor({ runId, kernelId, isSilent }: RunName, send: (message: FromSupervisor) => void) {
    this.runId = runId;
    this.kernelId = kernelId;
    this.isSilent = isSilent;
    this.#send = send;
  }

  /** Takes outputs, or null when the code cleared them; resolves when more may come. */
  async give(outputs: WholeOutput[] | null): Promise<void> {
    if (this.#isDropped) return;
    // What was cleared before anybody saw it need not be sent; but what is under way is counted.
    if (outputs === null)
      this.#batches = this.#batches.filter(({ sequence }) => this.#isFollowed && sequence <= this.#sent);
    this.#sequence += 1;
    this.#batches.push({ sequence: this.#sequence, outputs });
    if (!this.#isFollowed) this.#batches = withoutReplaced(this.#batches);
    this.#sendNew();
    while (this.#isFollowed && this.#batches.length >= mostUnderWay) await this.#room.promise;
  }

  /** The execution has ended; told once every batch has been sent. */
  finish(result: ExecuteResult): void {
    this.#result = result;
    if (this.#isFollowed) this.#send({ type: 'done', runId: this.runId, result });
  }

  /** The server has all batches up to this one. */
  acknowledge(upTo: number): void {
    this.#acknowledged = upTo;
    this.#batches = this.#batches.filter(({ sequence }) => sequence > upTo);
    this.#makeRoom();
  }

  /** A server that has all batches up to `after` listens from now on. */
  follow(after: number): void {
    this.#batches = this.#batches.filter(({ sequence }) => sequence > after);
    this.#sent = after;
    this.#isFollowed = true;
    this.#sendNew();
    if (this.#result) this.#send({ type: 'done', runId: this.runId, result: this.#result });
  }

  /** The server has all of it; what its threads say from now on is told to any server. */
  goOnAfterEnd(): void {
    this.#result = null;
    if (!this.#isFollowed) this.follow(this.#acknowledged);
  }

  /** Nobody listens any more; the execution goes on. */
  leave(): void {
    this.#isFollowed = false;
    this.#makeRoom();
  }

  /** Nobody will ever ask for it: what it still gives is dropped. */
  drop(): void {
    this.#isDropped = true;
    this.#batches = [];
    this.leave();
  }

  #sendNew(): void {
    if (!this.#isFollowed) return;
    for (const { sequence, outputs } of this.#batches) {
      if (sequence <= this.#sent) continue;
      this.#sent = sequence;
      this.#send({ type: 'batch', runId: this.runId, sequence, outputs });
    }
  }

  #makeRoom(): void {
    const room = this.#room;
    this.#room = deferred<void>();
    room.resolve();
  }
}

/** The batches without the forms that the last of them replaces, unless the display was also shown in between. */
function withoutReplaced(batches: readonly Batch[]): Batch[] {
  const replaced = renewedBy(batches.at(-1)?.outputs ?? []);
  const kept = [...batches];
  for (let at = kept.length - 2; at >= 0 && replaced.size > 0; at -= 1) {
    const { sequence, outputs } = kept[at]!;
    const left = outputs
      ?.toReversed()
      .filter(({ display, isUpdate }) => display === undefined || !replaced.delete(display) || !isUpdate);
    if (left) kept[at] = { sequence, outputs: left.reverse() };
  }
  return kept.filter(({ outputs }) => outputs?.length !== 0);
}

/** The displays that a batch shows again before it shows them once more. */
function renewedBy(outputs: readonly WholeOutput[]): Set<string> {
  const named = new Set<string>();
  return new Set(
    outputs.flatMap(({ display, isUpdate }) => {
      if (display === undefined || named.has(display)) return [];
      named.add(display);
      return isUpdate ? [display] : [];
    }),
  );
}
