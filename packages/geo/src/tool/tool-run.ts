import type { ToolParameters } from '@groma/model';
import type { GeometryKind } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import type { ToolOutput } from './tool-output.ts';
import type { ToolServices } from './tool-services.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';
import type { ToolWork } from './tool-work.ts';

/** What a tool is given. */
export interface ToolRun {
  readonly features: ToolTable;
  readonly other: ToolTable;
  readonly parameters: ToolParameters;
  readonly work: ToolWork;
  readonly services: Partial<ToolServices>;
}

/** What a tool gives: its columns, and the batches while they are made. */
export interface ToolOutcome {
  readonly columns: readonly Column[];
  readonly batches: AsyncGenerator<ToolBatch>;
}

export type Tool = (run: ToolRun) => ToolOutcome | Promise<ToolOutcome>;

export const numberIn = (parameters: ToolParameters, name: string): number => parameters[name] as number;
export const textIn = (parameters: ToolParameters, name: string): string => (parameters[name] as string | null) ?? '';
export const isOn = (parameters: ToolParameters, name: string): boolean => parameters[name] === true;

/** A batch whose rows have geometries. */
export type GeometryBatch = ToolBatch & {
  readonly kind: Exclude<GeometryKind, 'none'>;
  readonly geometry: NonNullable<ToolBatch['geometry']>;
};

/** The batches of a table that have geometries; other rows are counted as left out. */
export async function* geometryBatches(table: ToolTable, work: ToolWork): AsyncGenerator<GeometryBatch> {
  for await (const batch of table.batches()) {
    if (batch.geometry && batch.kind !== 'none') yield batch as GeometryBatch;
    else work.warn('no_geometry', batch.rows);
  }
}

/** All batches with geometries at once, for what needs the whole layer. */
export async function collectBatches(table: ToolTable, work: ToolWork): Promise<GeometryBatch[]> {
  const batches: GeometryBatch[] = [];
  for await (const batch of geometryBatches(table, work)) {
    batches.push(batch);
    if (work.isDue(0)) await work.breathe();
  }
  return batches;
}

/** Runs `step` for each row with a geometry, and gives the batches of the output as they fill. */
export async function* eachRow(
  { features, work }: ToolRun,
  output: ToolOutput,
  step: (batch: GeometryBatch, row: number) => void,
): AsyncGenerator<ToolBatch> {
  for await (const batch of geometryBatches(features, work)) {
    for (let row = 0; row < batch.rows; row++) {
      step(batch, row);
      if (!work.isDue()) continue;
      await work.breathe();
      yield* output.take();
    }
    yield* output.take();
  }
  yield* output.take(true);
}

/** Index of the first position of a row, and one past its last. */
export function positionRange(
  { kind, features, members, rings }: GeometryBatch['geometry'],
  row: number,
): [number, number] {
  const [first, end] = [features[row]!, features[row + 1]!];
  if (kind === 'point') return [first, end];
  if (kind === 'line') return [members![first]!, members![end]!];
  return [rings![members![first]!]!, rings![members![end]!]!];
}
