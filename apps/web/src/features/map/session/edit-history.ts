import { isForLater } from './not-now.ts';

/**
 * Turns back one thing that this person has done, and gives what does it again. Null where nothing is left to turn
 * back.
 */
export type TurnBack = () => Promise<TurnBack | null>;

const mostSteps = 100;

/**
 * What this person can undo and redo of their own work on one map. Steps are kept as what turns them back, by stored
 * inverses or by the fields they changed, so that edits of others in between stay.
 */
export class EditHistory {
  #done: TurnBack[] = [];
  #undone: TurnBack[] = [];
  #turning: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  /** Turns that are on their way, each of which leaves something for the other direction. */
  readonly #turns = { undo: 0, redo: 0 };
  #making: Promise<unknown> = Promise.resolve();

  get canUndo(): boolean {
    return this.#done.length > 0 || this.#underWay > 0 || this.#turns.redo > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0 || this.#turns.undo > 0;
  }

  add(turnBack: TurnBack): void {
    this.#done = [...this.#done, turnBack].slice(-mostSteps);
    this.#undone = [];
  }

  /** Waits with undo for a step that is on its way: it would mean the one before. */
  async whileMaking<Result>(step: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    const made = step.finally(() => {
      this.#underWay -= 1;
    });
    this.#making = Promise.allSettled([this.#making, made]).then(() => undefined);
    return made;
  }

  /**
   * Undoes, or redoes, the last step, one at a time however fast the keys come. A step that is refused is forgotten,
   * one that got no answer stays.
   */
  turn(direction: 'undo' | 'redo'): Promise<boolean> {
    const making = this.#making;
    this.#turns[direction] += 1;
    const next = this.#turning
      .then(() => making)
      .then(() => this.#turnOne(direction))
      .finally(() => {
        this.#turns[direction] -= 1;
      });
    this.#turning = next.catch(() => undefined);
    return next;
  }

  async #turnOne(direction: 'undo' | 'redo'): Promise<boolean> {
    const turnBack = direction === 'undo' ? this.#done.pop() : this.#undone.pop();
    if (!turnBack) return false;
    const steps = direction === 'undo' ? this.#done : this.#undone;
    const back = await turnBack().catch((error: unknown) => {
      if (isForLater(error)) steps.push(turnBack);
      throw error;
    });
    if (back) (direction === 'undo' ? this.#undone : this.#done).push(back);
    return true;
  }
}
