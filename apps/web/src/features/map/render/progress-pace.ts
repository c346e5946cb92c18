/** A layer that comes within this time appears whole, without having been drawn in parts. */
const firstPartMs = 400;

/**
 * Says when what has come so far of a layer may be drawn. A part is drawn only when the graphics card is done with the
 * part before: where it is slow, unfinished pictures would hold up the finished one.
 */
export class ProgressPace {
  readonly #gl: WebGL2RenderingContext | null;
  #since: number | null = null;
  #fence: WebGLSync | null = null;

  constructor(gl: WebGL2RenderingContext | null) {
    this.#gl = gl;
  }

  /** Asked before each frame; what is whole may be drawn at any time. */
  mayDraw(isWhole: boolean, now = performance.now()): boolean {
    if (isWhole) {
      this.#since = null;
      return true;
    }
    this.#since ??= now;
    if (now - this.#since < firstPartMs || !this.#isIdle()) return false;
    if (this.#gl) this.#fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    return true;
  }

  #isIdle(): boolean {
    if (!this.#gl || !this.#fence) return true;
    const isDone = this.#gl.getSyncParameter(this.#fence, this.#gl.SYNC_STATUS) === this.#gl.SIGNALED;
    if (!isDone) return false;
    this.#gl.deleteSync(this.#fence);
    this.#fence = null;
    return true;
  }
}
