import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { PointerPlace } from '../view/map-pointer.ts';

/** Shows what is pressed: the topmost feature there, or that there is none. */
export class PressTool implements MapTool {
  readonly id = 'press';
  readonly #place: Omit<ToolPlace, 'session'>;

  readonly #onNothing: (place: PointerPlace) => void;

  /** @param onNothing told of a press where no feature is */
  constructor(place: Omit<ToolPlace, 'session'>, onNothing: (place: PointerPlace) => void) {
    [this.#place, this.#onNothing] = [place, onNothing];
  }

  onClick(place: PointerPlace): boolean {
    void this.#place.view.pick(place).then(
      (hit) => {
        this.#place.onChosen(hit);
        if (!hit) this.#onNothing(place);
      },
      () => undefined,
    );
    return true;
  }
}
