import { GromaError, type CellComparison, type ProjectId } from '@groma/model';
import type { RanCell } from '@groma/protocol';
import { openComparison } from './compare/comparison.ts';
import { raced } from '../../../platform/jobs/shared-work.ts';
import type { ReproduceNeeds, ShownCell } from './reproduce-needs.ts';
import type { Reproduction } from './reproduction-records.ts';

/** New pictures, and lines that differ, that are kept of a run. */
const mostPictures = 40;
const mostLines = 4_000;

interface Copied {
  /** The notebook of the version, which nobody changes. */
  publishedId: string;
  /** Its copy, with the project that it is in. */
  projectId: ProjectId;
  notebookId: string;
  userId: string;
}

interface Watching {
  signal: AbortSignal;
  /** When this is aborted, what has not run stays so. */
  timeIsOver: AbortSignal;
  onCell(done: number, all: number, label: string): void;
}

/**
 * Runs the blocks of a copy in their order, each whatever became of the one before, and compares what they show with
 * what was published.
 * @throws GromaError MACHINE_NOT_ACCESSIBLE, UNAVAILABLE; the signal's reason
 */
export async function runCopy(
  { notebooks }: Pick<ReproduceNeeds, 'notebooks'>,
  { publishedId, projectId, notebookId, userId }: Copied,
  watching: Watching,
): Promise<Reproduction> {
  const { signal, timeIsOver } = watching;
  // Only what the loop needs: outputs may be long, and a run takes up to an hour.
  const cells = (await notebooks.readCells(publishedId)).map(({ blockId, label }) => ({ blockId, label }));
  const stopping = AbortSignal.any([signal, timeIsOver]);
  const states = new Map<string, RanCell['state']>();
  for (const [done, { blockId, label }] of cells.entries()) {
    signal.throwIfAborted();
    if (timeIsOver.aborted) break;
    watching.onCell(done, cells.length, label);
    states.set(
      blockId,
      await runCell(notebooks, { projectId, notebookId, userId, cells: [blockId], isUnattended: true }, stopping),
    );
  }
  signal.throwIfAborted();
  return compareAll(await notebooks.readCells(publishedId), await notebooks.readCells(notebookId), states, signal);
}

/**
 * A block that is stopped because the time is over has failed; a caller who stops it stops everything. Code that heeds
 * no interrupt isn't waited for: it ends with its machine.
 */
async function runCell(
  { runCells }: ReproduceNeeds['notebooks'],
  wanted: Parameters<ReproduceNeeds['notebooks']['runCells']>[0],
  stopping: AbortSignal,
): Promise<RanCell['state']> {
  try {
    const [ran] = await raced(runCells(wanted, stopping), stopping);
    return ran?.state ?? 'skipped';
  } catch (error) {
    if (stopping.aborted || (error instanceof GromaError && error.code === 'NOT_FOUND')) return 'stopped';
    throw error;
  }
}

async function compareAll(
  published: readonly ShownCell[],
  ran: readonly ShownCell[],
  states: ReadonlyMap<string, RanCell['state']>,
  signal: AbortSignal,
): Promise<Reproduction> {
  const found: Reproduction = { cells: [], pictures: [] };
  let lines = 0;
  const comparison = openComparison();
  try {
    for (const cell of published) {
      const { codeId, number, label, outputs } = cell;
      const about = { codeId, number, label };
      const state = states.get(cell.blockId);
      if (state === undefined) {
        found.cells.push({ ...about, state: 'not-run', differences: [] });
        continue;
      }
      const now = ran.find((each) => each.blockId === cell.blockId)?.outputs ?? [];
      const { differences, pictures, isSameError } = await comparison.ask({ published: outputs, ran: now }, signal);
      const room = Math.max(0, mostPictures - found.pictures.length);
      found.pictures.push(...pictures.slice(0, room).map((content, index) => ({ codeId, index, content })));
      found.cells.push({
        ...about,
        state: stateOf(state, { isSameError, differs: differences.length > 0 }),
        differences: differences.map((each) => {
          if (each.kind === 'picture') return (each.picture ?? 0) >= room ? { ...each, picture: null } : each;
          lines += each.lines?.length ?? 0;
          return lines > mostLines ? { ...each, lines: null, isCut: true } : each;
        }),
      });
    }
    return found;
  } finally {
    await comparison.close();
  }
}

/** An error that was published too, and comes again, is no failure (PUB-113). */
function stateOf(
  state: RanCell['state'],
  { isSameError, differs }: { isSameError: boolean; differs: boolean },
): CellComparison['state'] {
  if (state === 'stopped' || state === 'skipped') return 'failed';
  if (state === 'error' && !isSameError) return 'failed';
  return differs ? 'different' : 'same';
}
