import type { Deck } from '@deck.gl/core';

/** What deck.gl has for itself: its loop of frames, and the layers whose changes the loop looks for. */
interface DeckParts {
  animationLoop: { start(): Promise<unknown>; stop(): unknown } | null;
  layerManager: { needsUpdate(): string | false } | null;
}

const restsAfterMs = 500;
const looksEveryMs = 100;

/**
 * Lets deck.gl rest while its picture stands still: by itself it asks for every frame of the screen and so never lets
 * a page be idle. What layers fetch changes them at any time, so a resting loop is looked after ten times a second.
 */
export class RestingLoop {
  readonly #deck: Pick<Deck, 'isInitialized' | 'needsRedraw'>;
  readonly #parts: DeckParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #changedAt = performance.now();
  #isResting = false;

  constructor(deck: Pick<Deck, 'isInitialized' | 'needsRedraw'>) {
    this.#deck = deck;
    this.#parts = deck as unknown as DeckParts;
    this.#timer = setInterval(() => this.#look(), looksEveryMs);
  }

  /** To be called with each change, and with each picture that is drawn. */
  wake(): void {
    this.#changedAt = performance.now();
    if (!this.#isResting) return;
    this.#isResting = false;
    void this.#parts.animationLoop?.start();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    // A loop that is stopped before its first frame never has one.
    if (!this.#deck.isInitialized) return this.wake();
    if (this.#deck.needsRedraw({ clearRedrawFlags: false }) || this.#parts.layerManager?.needsUpdate())
      return this.wake();
    if (this.#isResting || performance.now() - this.#changedAt < restsAfterMs) return;
    this.#isResting = true;
    this.#parts.animationLoop?.stop();
  }
}
