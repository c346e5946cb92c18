/** Edges kept by bands of latitude, so that what crosses a line of latitude, or a short edge, is found among few. */
export class EdgeBands {
  /** West, south, east, north of all edges. */
  readonly box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  /** x1, y1, x2, y2 of each edge. */
  readonly #edges: Float64Array;
  readonly #starts: Int32Array;
  readonly #members: Int32Array;
  readonly #height: number;

  /** @param paths positions of each line or closed ring, interleaved x and y */
  constructor(paths: readonly Float64Array[]) {
    this.#edges = edgesOf(paths);
    for (const path of paths) for (let at = 0; at < path.length; at += 2) this.#grow(path[at]!, path[at + 1]!);
    const count = this.#bandCount();
    this.#height = (this.box[3] - this.box[1]) / count || 1;
    const sizes = new Int32Array(count + 1);
    this.#eachPlace(count, (band) => {
      sizes[band + 1]!++;
    });
    for (let band = 0; band < count; band++) sizes[band + 1]! += sizes[band]!;
    this.#starts = sizes;
    this.#members = new Int32Array(sizes[count]!);
    const next = sizes.slice();
    this.#eachPlace(count, (band, edge) => {
      this.#members[next[band]!++] = edge;
    });
  }

  /** `inside` by the even-odd rule (Shimrat 1962, Algorithm 112), `edge` on the very edge. */
  locate(x: number, y: number): 'inside' | 'outside' | 'edge' {
    if (x < this.box[0] || y < this.box[1] || x > this.box[2] || y > this.box[3]) return 'outside';
    let isInside = false;
    const band = this.#bandOf(y);
    for (let at = this.#starts[band]!; at < this.#starts[band + 1]!; at++) {
      const edge = this.#members[at]! * 4;
      const [x1, y1, x2, y2] = [
        this.#edges[edge]!,
        this.#edges[edge + 1]!,
        this.#edges[edge + 2]!,
        this.#edges[edge + 3]!,
      ];
      if (isOnSegment(x1, y1, x2, y2, x, y)) return 'edge';
      if (y1 > y !== y2 > y && turn(x1, y1, x2, y2, x, y) > 0 === y2 > y1) isInside = !isInside;
    }
    return isInside ? 'inside' : 'outside';
  }

  /** Whether a segment shares a point with an edge. */
  meets(x1: number, y1: number, x2: number, y2: number): boolean {
    const [south, north] = y1 < y2 ? [y1, y2] : [y2, y1];
    if (north < this.box[1] || south > this.box[3] || Math.max(x1, x2) < this.box[0] || Math.min(x1, x2) > this.box[2])
      return false;
    const last = this.#starts[this.#bandOf(north) + 1]!;
    for (let at = this.#starts[this.#bandOf(south)]!; at < last; at++) {
      const edge = this.#members[at]! * 4;
      if (
        segmentsMeet(
          x1,
          y1,
          x2,
          y2,
          this.#edges[edge]!,
          this.#edges[edge + 1]!,
          this.#edges[edge + 2]!,
          this.#edges[edge + 3]!,
        )
      )
        return true;
    }
    return false;
  }

  #grow(x: number, y: number): void {
    const { box } = this;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }

  /** As many bands as keep the places few: an edge stands in each band that it spans. */
  #bandCount(): number {
    const edges = this.#edges.length / 4;
    let span = 0;
    for (let edge = 0; edge < this.#edges.length; edge += 4)
      span += Math.abs(this.#edges[edge + 3]! - this.#edges[edge + 1]!);
    const height = this.box[3] - this.box[1];
    const spannedShare = height > 0 ? span / height : 0;
    return Math.max(1, Math.min(Math.ceil(edges / 2), Math.floor((edges * 4) / Math.max(1, spannedShare)), 65_536));
  }

  #bandOf(y: number): number {
    return Math.max(0, Math.min(this.#starts.length - 2, Math.floor((y - this.box[1]) / this.#height)));
  }

  #eachPlace(count: number, visit: (band: number, edge: number) => void): void {
    const bandOf = (y: number): number =>
      Math.max(0, Math.min(count - 1, Math.floor((y - this.box[1]) / this.#height)));
    for (let edge = 0; edge < this.#edges.length / 4; edge++) {
      const [one, other] = [bandOf(this.#edges[edge * 4 + 1]!), bandOf(this.#edges[edge * 4 + 3]!)];
      for (let band = Math.min(one, other); band <= Math.max(one, other); band++) visit(band, edge);
    }
  }
}

function edgesOf(paths: readonly Float64Array[]): Float64Array {
  const edges = new Float64Array(paths.reduce((sum, { length }) => sum + Math.max(1, length / 2 - 1) * 4, 0));
  let end = 0;
  for (const path of paths) {
    // A line of one place is an edge without length.
    for (let at = 0; at === 0 || at + 3 < path.length; at += 2) {
      edges.set(path.length < 4 ? [path[0]!, path[1]!, path[0]!, path[1]!] : path.subarray(at, at + 4), end);
      end += 4;
    }
  }
  return edges;
}

/** Twice the area of a triangle: positive where the third point lies left of the way from the first to the second. */
function turn(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  return (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
}

/** Whether a point lies on a segment. */
function isOnSegment(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  return (
    turn(x1, y1, x2, y2, x, y) === 0 &&
    x >= Math.min(x1, x2) &&
    x <= Math.max(x1, x2) &&
    y >= Math.min(y1, y2) &&
    y <= Math.max(y1, y2)
  );
}

function segmentsMeet(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  x4: number,
  y4: number,
): boolean {
  if (
    Math.max(x3, x4) < Math.min(x1, x2) ||
    Math.min(x3, x4) > Math.max(x1, x2) ||
    Math.max(y3, y4) < Math.min(y1, y2) ||
    Math.min(y3, y4) > Math.max(y1, y2)
  )
    return false;
  const [one, other] = [turn(x1, y1, x2, y2, x3, y3), turn(x1, y1, x2, y2, x4, y4)];
  if ((one > 0 && other > 0) || (one < 0 && other < 0)) return false;
  const [first, second] = [turn(x3, y3, x4, y4, x1, y1), turn(x3, y3, x4, y4, x2, y2)];
  return !((first > 0 && second > 0) || (first < 0 && second < 0));
}
