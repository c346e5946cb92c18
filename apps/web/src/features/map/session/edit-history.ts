/** One step of this person's own edits: the numbers of the log that belong together. */
export interface EditStep { layerId: string; seqs: number[] }

const mostSteps = 100;

/** What this person can undo and redo. The server undoes by stored inverses, and an undo is an edit that can be undone. */
export class EditHistory {
  #done: EditStep[] = [];
  #undone: EditStep[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  add(step: EditStep): void {
    this.#done = [...this.#done, step].slice(-mostSteps);
    this.#undone = [];
  }

  /** Undoes, or redoes, the last step; `run` tells the server and gives the step that would turn it back. A step that fails is forgotten. */
  async turn(direction: 'undo' | 'redo', run: (step: EditStep) => Promise<EditStep>): Promise<boolean> {
    const step = direction === 'undo' ? this.#done.pop() : this.#undone.pop();
    if (!step) return false;
    const back = await run(step);
    if (direction === 'undo') this.#undone.push(back);
    else this.#done.push(back);
    return true;
  }
}
