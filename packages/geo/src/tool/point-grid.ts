/** Places in space (x, y, z in metres) in cubes of a size, to find those within a distance of up to that size. */
export class PointGrid {
  readonly #places: Float64Array;
  readonly #size: number;
  readonly #cells = new Map<string, number[]>();

  constructor(places: Float64Array, size: number) {
    this.#places = places;
    this.#size = size;
    for (let at = 0; at * 3 < places.length; at++) {
      const key = this.#cell(at).join();
      const cell = this.#cells.get(key);
      if (cell) cell.push(at);
      else this.#cells.set(key, [at]);
    }
  }

  /** Places no further than `metres` in a straight line, itself included, that `test` accepts. */
  within(at: number, metres: number, test: (other: number, straight: number) => boolean): number[] {
    const places = this.#places;
    const [x, y, z] = this.#cell(at) as [number, number, number];
    const found: number[] = [];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const other of this.#cells.get(`${x + dx},${y + dy},${z + dz}`) ?? []) {
            const straight = Math.hypot(
              places[at * 3]! - places[other * 3]!,
              places[at * 3 + 1]! - places[other * 3 + 1]!,
              places[at * 3 + 2]! - places[other * 3 + 2]!,
            );
            if (straight <= metres && test(other, straight)) found.push(other);
          }
    return found;
  }

  #cell(at: number): number[] {
    return [0, 1, 2].map((axis) => Math.floor(this.#places[at * 3 + axis]! / this.#size));
  }
}
