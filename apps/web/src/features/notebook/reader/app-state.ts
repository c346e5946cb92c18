import type { WholeOutput } from '@groma/model';
import type { AppBlock, AppCellState, AppEnd, AppEvent, AppRemark, AppValues } from '@groma/protocol';

/** What the page shows of a code block: what was published, or what a session has given. */
export interface ShownCell {
  state: AppCellState | 'published';
  outputs: readonly WholeOutput[];
  remark: AppRemark | null;
}

/** Where a reader stands. */
export type AppStage =
  /** What was published is shown, and nothing has been run. */
  | { name: 'published' }
  /** On the way to a session; `place` in the queue once there is one. */
  | { name: 'waiting'; place: number | null }
  | { name: 'starting' }
  | { name: 'running' }
  | { name: 'resting' }
  | { name: 'ended'; reason: AppEnd }
  /** The reader has stopped it, or waits no more. */
  | { name: 'left' }
  /** The connection was lost, or the call refused. */
  | { name: 'failed'; error: unknown };

export interface AppState {
  stage: AppStage;
  values: AppValues;
  cells: ReadonlyMap<string, ShownCell>;
}

/** What stands there at first. */
export function firstState(blocks: readonly AppBlock[]): AppState {
  return {
    stage: { name: 'published' },
    values: Object.fromEntries(blocks.flatMap((block) => ('name' in block ? [[block.name, block.value]] : []))),
    cells: new Map(
      blocks.flatMap((block) =>
        block.kind === 'cell' ? [[block.id, { state: 'published', outputs: block.outputs, remark: null }]] : [],
      ),
    ),
  };
}

/** What becomes of it by what is told of the session. Outputs stay in sight until those in their place come. */
export function stateAfter(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'place':
      return { ...state, stage: { name: 'waiting', place: event.place } };
    case 'starting':
      return { ...state, stage: { name: 'starting' } };
    case 'ready':
      return {
        ...state,
        ...(event.cells.length > 0 && { values: event.values }),
        // Where nothing has run the first run follows.
        stage: { name: event.is_running ? 'running' : event.cells.length > 0 ? 'resting' : 'starting' },
        cells: withCells(state.cells, event.cells),
      };
    case 'run':
      return {
        ...state,
        stage: state.stage.name === 'starting' ? state.stage : { name: 'running' },
        values: event.values,
        cells: new Map(
          [...state.cells].map(([id, cell]) => [id, event.cells.includes(id) ? { ...cell, state: 'waiting' } : cell]),
        ),
      };
    case 'cell':
      return { ...state, stage: { name: 'running' }, cells: withCells(state.cells, [event]) };
    case 'rest':
      return { ...state, stage: { name: 'resting' } };
    case 'ended':
      return { ...state, stage: { name: 'ended', reason: event.reason } };
    case 'beat':
      return state;
    default:
      return event satisfies never;
  }
}

function withCells(
  cells: AppState['cells'],
  told: readonly Extract<AppEvent, { type: 'ready' }>['cells'][number][],
): AppState['cells'] {
  const next = new Map(cells);
  for (const { id, state, outputs, remark = null } of told) {
    const isComing = outputs.length === 0 && (state === 'running' || state === 'waiting');
    const before = isComing ? cells.get(id) : undefined;
    next.set(id, { state, outputs: before?.outputs ?? outputs, remark: before?.remark ?? remark });
  }
  return next;
}
