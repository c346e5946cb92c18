import type { Bbox, BreakMethod } from '@groma/geo';
import type { PointDrawing } from '@groma/model';
import { classOfValue, numberOf, otherClass } from './classing.ts';
import { classColumn, sortNumbers, type ColumnClasses } from './column-summary.ts';
import { heatCells, type HeatCells } from './heat-cells.ts';
import { binPoints, drawHexagons, type HexagonBins, type HexagonView } from './hexagon-bins.ts';
import type { LayerColumns } from './layer-columns.ts';
import type { LayerRows } from './layer-rows.ts';
import { PointClusters, type ClusterView } from './point-clusters.ts';
import { shownPoints, type ShownPoints } from './shown-points.ts';

/** Which clusters are wanted: of a box in degrees at a zoom; `unseen` are classes that are not drawn. */
export interface ClusterAsk {
  radius: number;
  box: Bbox;
  zoom: number;
  unseen: readonly number[];
}

/** Of which box in degrees a heat map is drawn at a zoom, weighed by a column or not. */
export interface HeatAsk {
  radius: number;
  weight: string | null;
  box: Bbox;
  zoom: number;
  unseen: readonly number[];
}

/** Which hexagons are wanted, with the breaks that class them. */
export interface HexagonAsk {
  drawing: Pick<Extract<PointDrawing, { kind: 'hexagons' }>, 'width' | 'measure' | 'column' | 'breaks'>;
  unseen: readonly number[];
}

/** Answers for the points of a layer by groups of them; what was made stays until an edit or another filter. */
export class PointGroups {
  readonly #rows: LayerRows;
  readonly #columns: LayerColumns;
  #points: { key: string; points: ShownPoints } | null = null;
  #values: { key: string; values: Float64Array } | null = null;
  #hexagons: { key: string; bins: HexagonBins } | null = null;
  #clusters: { key: string; clusters: PointClusters } | null = null;

  constructor(rows: LayerRows, columns: LayerColumns) {
    [this.#rows, this.#columns] = [rows, columns];
  }

  clusters({ radius, box, zoom, unseen }: ClusterAsk): ClusterView {
    const { key: pointsKey, points } = this.#shown(unseen);
    const key = `${pointsKey} ${radius}`;
    if (this.#clusters?.key !== key) this.#clusters = { key, clusters: new PointClusters(points, radius) };
    return this.#clusters.clusters.within(box, zoom, this.#classOf());
  }

  heat({ weight, unseen, ...ask }: HeatAsk): HeatCells {
    const { key, points } = this.#shown(unseen);
    return heatCells(points, weight === null ? null : this.#numbers(key, points, weight), ask);
  }

  hexagons({ drawing, unseen }: HexagonAsk): HexagonView {
    return drawHexagons(this.#bins(drawing, unseen), drawing.breaks, otherClass);
  }

  /** Breaks between the values of hexagons. */
  hexagonClasses({ drawing, unseen }: HexagonAsk, wanted: { method: BreakMethod; count: number }): ColumnClasses {
    const { values } = this.#bins(drawing, unseen);
    const part = { length: values.length, numbers: values, codes: null, read: (row: number) => values[row]! };
    return classColumn(sortNumbers([part]), wanted);
  }

  #bins({ width, measure, column }: HexagonAsk['drawing'], unseen: readonly number[]): HexagonBins {
    const { key: pointsKey, points } = this.#shown(unseen);
    const key = JSON.stringify([pointsKey, width, measure, column]);
    if (this.#hexagons?.key !== key) {
      const numbers = column === null ? null : this.#numbers(pointsKey, points, column);
      this.#hexagons = { key, bins: binPoints(points, numbers, { width, measure }) };
    }
    return this.#hexagons.bins;
  }

  /** The number of a column for each point, NaN where there is none. */
  #numbers(pointsKey: string, { fids }: ShownPoints, column: string): Float64Array {
    const key = `${pointsKey} ${column}`;
    if (this.#values?.key !== key) {
      const read = this.#rows.cellOf(column);
      const valueOf = (fid: number) => numberOf(read?.(this.#rows.numberOf(fid) ?? -1));
      this.#values = { key, values: Float64Array.from(fids, valueOf) };
    }
    return this.#values.values;
  }

  #shown(unseen: readonly number[]): { key: string; points: ShownPoints } {
    const classing = unseen.length > 0 ? JSON.stringify([unseen, this.#columns.classing]) : '';
    const key = `${this.#rows.version} ${classing}`;
    if (this.#points?.key !== key)
      this.#points = { key, points: shownPoints(this.#rows, this.#columns.isUnseen(unseen)) };
    return this.#points;
  }

  #classOf(): ((fid: number) => number) | null {
    const { classing } = this.#columns;
    const read = classing && this.#rows.cellOf(classing.column);
    if (!classing || !read) return null;
    return (fid) => {
      const row = this.#rows.numberOf(fid);
      return classOfValue(row === null ? null : read(row), classing);
    };
  }
}
