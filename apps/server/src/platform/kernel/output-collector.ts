import { outputSize, type WholeOutput } from '@groma/model';
import { UpdatePace } from './update-pace.ts';

/** Most characters of output kept of one execution; what comes after is dropped, and said to be. */
export const keptCharacters = 64 * 1024 * 1024;
/** Most outputs kept of one execution, however short: text in a row counts once. Everyone's browser draws each. */
export const keptOutputs = 5_000;
/** Of a failure that comes when no more is kept, the end of its text is. */
const lastTraceback = 100_000;
const pieceCharacters = 256 * 1024;
const batchCharacters = 1024 * 1024;
const batchPause = 50;
const batchesUnderWay = 4;

/**
 * Gathers the outputs of one execution into batches: at once for the first, then every 50 ms or at about a million
 * characters. It lets four batches be under way; while they are not acknowledged `add` waits, and with it the kernel.
 * What is shown again too fast is held back: only its last form is sent.
 */
export class OutputCollector {
  readonly #send: (outputs: WholeOutput[]) => void;
  readonly #limit: number;
  #pending: WholeOutput[] = [];
  #pendingSize = 0;
  #kept = 0;
  #count = 0;
  #lastKind: WholeOutput['kind'] | null = null;
  /** Sizes of what may be shown again, by its name: only the last form of it counts. */
  readonly #displays = new Map<string, number>();
  /** What is shown again but held back, by its name. */
  readonly #held = new Map<string, WholeOutput>();
  #pace: UpdatePace;
  #release: NodeJS.Timeout | null = null;
  /** Which limit is reached, and whether a failure was told since: why code fails is said even then, once. */
  #full: 'characters' | 'outputs' | null = null;
  #hasFailed = false;
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;
  #lastSent = 0;
  #wakes: (() => void)[] = [];

  constructor(send: (outputs: WholeOutput[]) => void, limit: number = keptCharacters) {
    this.#send = send;
    this.#limit = limit;
    this.#pace = new UpdatePace(limit);
  }

  /** True once the limit is reached, so that further messages need not even be parsed, but for a failure. */
  get isFull(): boolean {
    return this.#full !== null;
  }

  /** Takes an output; resolves when more may come. */
  async add(output: WholeOutput): Promise<void> {
    if (this.#full) return this.#addFailure(output);
    const { display } = output;
    const before = output.isUpdate && display !== undefined ? (this.#displays.get(display) ?? 0) : 0;
    const size = outputSize(output);
    if (this.#kept + size - before > this.#limit) return this.#closeWith(output);
    if (!output.isUpdate && this.#countUp(output) > keptOutputs) return this.#close('outputs', output);
    this.#kept += size - before;
    if (display !== undefined) {
      this.#displays.set(display, size);
      if (output.isUpdate) return this.#addUpdate(display, output);
      await this.#sendHeld(display);
    }
    for (const piece of splitText(output)) await this.#addPiece(piece);
  }

  /** What code asks people, and what becomes of it: shown also where no more is kept, since the code waits for them. */
  addQuestion(output: WholeOutput): void {
    this.#push(output);
    this.#lastKind = output.kind;
    this.#schedule();
  }

  /**
   * Forgets what was not sent yet, when the code clears its output; what is shown again may stand in another block.
   * Outputs are counted again, characters are not, which is said again.
   */
  clear(): void {
    this.#pending = this.#pending.filter(({ isUpdate }) => isUpdate);
    this.#pendingSize = this.#pending.reduce((sum, output) => sum + outputSize(output), 0);
    this.#count = 0;
    this.#lastKind = null;
    this.#hasFailed = false;
    if (this.#full === 'outputs') this.#full = null;
    if (!this.#full) return;
    this.#push(this.#notice(this.#full));
    this.#schedule();
  }

  /** One batch has been taken in. */
  acknowledge(): void {
    this.#underWay -= 1;
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }

  /**
   * The execution has ended: sends what is left, at once. What its threads show again shares a pace with those of
   * others.
   */
  finish(latePace: UpdatePace = this.#pace): void {
    this.#pace = latePace;
    if (this.#release) clearTimeout(this.#release);
    this.#release = null;
    for (const output of this.#held.values()) this.#push(output);
    this.#held.clear();
    this.#flush();
  }

  async #addUpdate(display: string, output: WholeOutput): Promise<void> {
    this.#held.set(display, output);
    if (!this.#release && this.#pace.wait === 0) return this.#sendHeld(display);
    this.#release ??= setTimeout(() => {
      void this.#sendAllHeld();
    }, this.#pace.wait);
  }

  async #sendAllHeld(): Promise<void> {
    this.#release = null;
    for (const [display, output] of this.#held) {
      if (this.#pace.wait > 0) return this.#addUpdate(display, output);
      await this.#sendHeld(display);
    }
  }

  async #sendHeld(display: string): Promise<void> {
    const output = this.#held.get(display);
    if (!output) return;
    this.#held.delete(display);
    this.#pace.take(outputSize(output));
    await this.#addPiece(output);
  }

  #countUp({ kind }: WholeOutput): number {
    if (kind !== this.#lastKind || (kind !== 'text' && kind !== 'stderr')) this.#count += 1;
    this.#lastKind = kind;
    return this.#count;
  }

  async #closeWith(output: WholeOutput): Promise<void> {
    const room = this.#limit - this.#kept;
    this.#kept = this.#limit;
    this.#full = 'characters';
    if (output.kind === 'text' || output.kind === 'stderr') {
      for (const piece of splitText({ ...output, text: output.text.slice(0, room) })) await this.#addPiece(piece);
    }
    await this.#close('characters', output);
  }

  async #close(limit: 'characters' | 'outputs', output: WholeOutput): Promise<void> {
    this.#full = limit;
    await this.#addPiece(this.#notice(limit));
    await this.#addFailure(output);
  }

  #notice(limit: 'characters' | 'outputs'): WholeOutput {
    const reached =
      limit === 'outputs'
        ? `More than ${keptOutputs} outputs`
        : `The output is longer than ${Math.round(this.#limit / 1024 / 1024)} MB`;
    return { kind: 'stderr', text: `\n${reached}; the rest was not kept.\n` };
  }

  async #addFailure(output: WholeOutput): Promise<void> {
    if (output.kind !== 'traceback' || this.#hasFailed) return;
    this.#hasFailed = true;
    await this.#addPiece({
      ...output,
      message: output.message.slice(0, lastTraceback),
      text: output.text.slice(-lastTraceback),
    });
  }

  async #addPiece(output: WholeOutput): Promise<void> {
    this.#push(output);
    if (this.#pendingSize < batchCharacters) {
      this.#schedule();
      return;
    }
    while (this.#underWay >= batchesUnderWay)
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve);
      });
    this.#flush();
  }

  #push(output: WholeOutput): void {
    const last = this.#pending.at(-1);
    const shown = output.isUpdate ? this.#pending.findLastIndex(({ display }) => display === output.display) : -1;
    const known = this.#pending[shown];
    // Anything that was not sent yet is replaced before anybody sees it; but what is shown for the first time may be
    // shown elsewhere too.
    if (known?.isUpdate) {
      this.#pendingSize -= outputSize(known);
      this.#pending[shown] = output;
    } else if (isText(output) && !output.isUpdate && last?.kind === output.kind && !last.isUpdate)
      last.text += output.text;
    else this.#pending.push(isText(output) ? { ...output } : output);
    this.#pendingSize += outputSize(output);
  }

  #schedule(): void {
    if (this.#timer) return;
    const wait = this.#lastSent + batchPause - performance.now();
    if (wait <= 0 && this.#underWay < batchesUnderWay) return this.#flush();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        if (this.#underWay < batchesUnderWay) this.#flush();
        else this.#schedule();
      },
      Math.max(wait, batchPause),
    );
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#pending.length) return;
    const outputs = this.#pending;
    this.#pending = [];
    this.#pendingSize = 0;
    this.#underWay += 1;
    this.#lastSent = performance.now();
    this.#send(outputs);
  }
}

function isText(output: WholeOutput): output is Extract<WholeOutput, { kind: 'text' | 'stderr' }> {
  return output.kind === 'text' || output.kind === 'stderr';
}

function* splitText(output: WholeOutput): Generator<WholeOutput> {
  if (!isText(output) || output.text.length <= pieceCharacters) {
    yield output;
    return;
  }
  for (let start = 0; start < output.text.length;) {
    const end = endOfPiece(output.text, start + pieceCharacters);
    yield { ...output, text: output.text.slice(start, end) };
    start = end;
  }
}

/** Never between the two halves of a surrogate pair. */
function endOfPiece(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end + 1 : end;
}
