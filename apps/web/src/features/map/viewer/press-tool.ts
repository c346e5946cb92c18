import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { PointerPlace } from '../view/map-pointer.ts';

/** Shows what is pressed: the topmost feature there, or that there is none. */
export class PressTool implements MapTool {
  readonly id = 'press';
  readonly #place: Omit<ToolPlace, 'session'>;

  constructor(place: Omit<ToolPlace, 'session'>) {
    this.#place = place;
  }

  onClick(place: PointerPlace): boolean {
    void this.#place.view.pick(place).then(
      (hit) => this.#place.onChosen(hit),
      () => undefined,
    );
    return true;
  }
}
