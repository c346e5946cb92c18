import { GromaError } from '@groma/model';
import { ECCENTRICITY_SQUARED, RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import { metresIn } from './along-tool.ts';
import { unionOf } from './clip-tools.ts';
import { copyRow } from './copy-row.ts';
import { cutRow } from './cut-row.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { gridExtent } from './grid-extent.ts';
import { OtherLayer } from './other-layer.ts';
import { PackedWriter } from './packed-writer.ts';
import { requireRows } from './result-limit.ts';
import { extentOf } from './row-extent.ts';
import type { Box } from './search-box.ts';
import { madeFrom, ToolOutput } from './tool-output.ts';
import { textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** A grid before it is drawn: corners stand on a lattice, so that neighbours share them to the last digit. */
interface Lattice {
  readonly rows: number;
  columns(row: number): number;
  /** Corners of a cell, in steps of the lattice from its origin. */
  corners(row: number, column: number): readonly (readonly [number, number])[];
  /** Degrees of a step. */
  readonly stepX: number;
  readonly stepY: number;
}

/** Degrees of longitude and latitude that a metre is at a latitude. */
function degreesPerMetre(latitude: number): [x: number, y: number] {
  const sine = Math.sin(latitude * RADIANS);
  const root = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const prime = SEMI_MAJOR / Math.sqrt(root);
  const meridian = (prime * (1 - ECCENTRICITY_SQUARED)) / root;
  // At a pole a degree of longitude is nothing: there it is taken as a degree before it.
  const cosine = Math.cos(Math.min(89, Math.abs(latitude)) * RADIANS);
  return [1 / (prime * cosine * RADIANS), 1 / (meridian * RADIANS)];
}

/** Cells of a size that begin within a length; one that is full to a rounding error needs no further. */
const cellsIn = (length: number): number => Math.max(1, Math.ceil(length - 1e-9));

function squares([west, south, east, north]: Box, metres: number): Lattice {
  const [x, y] = degreesPerMetre((south + north) / 2);
  const [stepX, stepY] = [metres * x, metres * y];
  const columns = cellsIn((east - west) / stepX);
  return {
    rows: cellsIn((north - south) / stepY),
    columns: () => columns,
    corners: (row, column) => [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ],
    stepX,
    stepY,
  };
}

/** Hexagons with a corner to the north: half a cell across, and half a side up, is a step. */
function hexagons([west, south, east, north]: Box, metres: number): Lattice {
  const [x, y] = degreesPerMetre((south + north) / 2);
  const [stepX, stepY] = [(metres / 2) * x, (metres / Math.sqrt(12)) * y];
  const [wide, high] = [(east - west) / stepX, (north - south) / stepY];
  return {
    rows: 1 + Math.max(0, Math.ceil((high - 1) / 3 - 1e-9)),
    columns: (row) => 1 + Math.max(0, Math.ceil((wide - 1 - (row % 2)) / 2 - 1e-9)),
    corners: (row, column) => {
      const [at, up] = [2 * column + (row % 2), 3 * row];
      return [
        [at, up - 2],
        [at + 1, up - 1],
        [at + 1, up + 1],
        [at, up + 2],
        [at - 1, up + 1],
        [at - 1, up - 1],
      ];
    },
    stepX,
    stepY,
  };
}

function gridTool(latticeOf: (extent: Box, metres: number) => Lattice): Tool {
  return async (run) => {
    const geos = await loadGeos();
    const output = new ToolOutput([
      madeFrom({ name: 'row', type: 'integer' }, 0),
      madeFrom({ name: 'column', type: 'integer' }, 1),
    ]);
    const extent = await gridExtent(run);
    if (!extent) throw new GromaError('TOOL_NEEDS_FEATURES');
    const lattice = latticeOf(extent, metresIn(run.parameters, 'cell_size'));
    requireRows(lattice.rows * lattice.columns(0));
    const how = textIn(run.parameters, 'cells');
    const features = how === 'all_cells' ? null : await OtherLayer.read(geos, run.features, run.work, kindsFor(how));
    if (features?.rows.length === 0)
      throw new GromaError(how === 'cut' ? 'TOOL_NEEDS_POLYGONS' : 'TOOL_NEEDS_FEATURES');
    return { columns: output.columns, batches: drawn(run, geos, { extent, lattice, features, how }, output) };
  };
}

export const squareGrid: Tool = gridTool(squares);
export const hexagonGrid: Tool = gridTool(hexagons);

const kindsFor = (how: string) => (how === 'cut' ? (['polygon'] as const) : undefined);

type Drawing = { extent: Box; lattice: Lattice; features: OtherLayer | null; how: string };

async function* drawn(
  { work }: ToolRun,
  geos: Geos,
  { extent, lattice, features, how }: Drawing,
  output: ToolOutput,
): AsyncGenerator<ToolBatch> {
  const writer = new PackedWriter('polygon', 2);
  try {
    for (let row = 0; row < lattice.rows; row++) {
      for (let column = 0; column < lattice.columns(row); column++) {
        const cell = drawCell(geos, writer, { extent, lattice }, [row, column]);
        if (cell) addCell(geos, output, cell, features, how, [row + 1, column + 1]);
        if (!work.isDue(0)) continue;
        await work.breathe();
        yield* output.take();
      }
      yield* output.take();
    }
    yield* output.take(true);
  } finally {
    features?.free();
  }
}

/**
 * A cell between the poles and ±180°, as long as nothing else is drawn with the same writer; null where nothing of it
 * is. A grid all around ends where it begins.
 */
function drawCell(
  geos: Geos,
  writer: PackedWriter,
  { extent: [west, south, east], lattice }: Pick<Drawing, 'extent' | 'lattice'>,
  [row, column]: readonly [number, number],
) {
  writer.clear();
  const mark = writer.mark();
  const turn = 360 * Math.floor((west + 180) / 360);
  const corners = lattice
    .corners(row, column)
    .map(([x, y]): [number, number] => [
      west - turn + x * lattice.stepX,
      Math.max(-90, Math.min(90, south + y * lattice.stepY)),
    ]);
  if (corners.every(([, y]) => y === corners[0]![1])) return null;
  for (const [x, y] of [...corners, corners[0]!]) writer.position(x, y);
  writer.endRing();
  writer.endMember();
  if (east - west > 359.999) return withinTurn(geos, writer, west - turn);
  cutRow(writer, mark, 0);
  writer.endRow();
  return writer.geometry();
}

/** What of a cell lies within one turn from a meridian. */
function withinTurn(geos: Geos, writer: PackedWriter, west: number) {
  writer.endRow();
  const whole = geos.read(writer.geometry(), 0);
  const turn = geos.rectangle(west, -90, west + 360, 90);
  const found = whole === 0 ? 0 : geos.overlay('Intersection', whole, turn);
  const cut = new PackedWriter('polygon', 2);
  const mark = cut.mark();
  const written = found === 0 ? 0 : geos.write(found, cut);
  geos.free(whole, turn, found);
  if (written === 0) return null;
  cutRow(cut, mark, 0);
  cut.endRow();
  return cut.geometry();
}

function addCell(
  geos: Geos,
  output: ToolOutput,
  cell: ReturnType<PackedWriter['geometry']>,
  features: OtherLayer | null,
  how: string,
  made: readonly number[],
): void {
  const keep = (): void => {
    copyRow(cell, 0, output.writer('polygon'));
    output.add(null, null, made);
  };
  if (!features) return keep();
  const near = features.near(extentOf(cell.coordinates, 2, 0, cell.coordinates.length / 2));
  if (near.length === 0) return;
  const own = geos.read(cell, 0);
  const test = (name: 'Intersects' | 'Covers') => (place: number) =>
    geos.preparedTest(name, features.prepared(place), own);
  if (how !== 'cut') {
    // Who meets it besides the first does not matter.
    if (near.some(test('Intersects'))) keep();
  } else {
    const meeting = near.filter(test('Intersects'));
    if (meeting.some(test('Covers'))) keep();
    else if (meeting.length > 0)
      addPart(
        geos,
        output,
        own,
        meeting.map((place) => features.handle(place)),
        made,
      );
  }
  geos.free(own);
}

/** What of a cell lies within polygons. */
function addPart(
  geos: Geos,
  output: ToolOutput,
  own: Handle,
  polygons: readonly Handle[],
  made: readonly number[],
): void {
  const mask = unionOf(geos, polygons);
  const part = mask === 0 ? 0 : geos.overlay('Intersection', own, mask);
  if (part !== 0 && geos.write(part, output.writer('polygon')) > 0) output.add(null, null, made);
  geos.free(mask, part);
}
