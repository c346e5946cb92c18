/** Turns back one thing that this person has done, and gives what does it again. Null where nothing is left to turn back. */
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

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  add(turnBack: TurnBack): void {
    this.#done = [...this.#done, turnBack].slice(-mostSteps);
    this.#undone = [];
  }

  /** Undoes, or redoes, the last step, one at a time however fast the keys come. A step that fails is forgotten. */
  turn(direction: 'undo' | 'redo'): Promise<boolean> {
    const next = this.#turning.then(() => this.#turnOne(direction));
    this.#turning = next.catch(() => undefined);
    return next;
  }

  async #turnOne(direction: 'undo' | 'redo'): Promise<boolean> {
    const turnBack = direction === 'undo' ? this.#done.pop() : this.#undone.pop();
    if (!turnBack) return false;
    const back = await turnBack();
    if (back) (direction === 'undo' ? this.#undone : this.#done).push(back);
    return true;
  }
}
