import { baseName, GromaError, type DataPath, type WorkflowNodeOf } from '@groma/model';
import { originOf, run, textOf, type StepParts } from './carry-out-step.ts';
import type { CarriedStep, TakenByStep } from './run-graph.ts';

/** What came of one file of a loop at the node that collects. */
interface Collected {
  path: string;
  reference: string;
}

/**
 * Puts what came of the files of a loop into one, or saves each under the name of its file.
 * @throws GromaError where nothing came of any file
 */
export async function collectStep(
  parts: StepParts,
  node: WorkflowNodeOf<'collect'>,
  taken: TakenByStep,
): Promise<CarriedStep> {
  const found = (taken.made.items ?? []).flatMap(({ path, given }): Collected[] => {
    const reference = given[node.id];
    return reference ? [{ path, reference }] : [];
  });
  if (found.length === 0) throw new GromaError('BAD_INPUT', { detail: 'nothing came of any file.' });
  return node.data.to === 'merge' ? mergeAll(parts, node, found) : saveEach(parts, node, taken, found);
}

/** Two and two at a time, so that no rows are written as often as there are files. */
async function mergeAll(
  parts: StepParts,
  node: WorkflowNodeOf<'collect'>,
  found: readonly Collected[],
): Promise<CarriedStep> {
  const [only] = found;
  if (found.length === 1)
    return run(parts, node, { tool: null, inputs: { features: only!.reference }, parameters: {} });
  let references = found.map(({ reference }) => reference);
  let merged: Awaited<ReturnType<typeof run>> | undefined;
  let isReused = true;
  while (references.length > 1) {
    const next: string[] = [];
    for (let at = 0; at < references.length; at += 2) {
      const [features, other] = [references[at]!, references[at + 1]];
      if (other === undefined) next.push(features);
      else {
        merged = await run(parts, node, { tool: 'merge_layers', inputs: { features, other }, parameters: {} });
        isReused &&= merged.isReused ?? false;
        next.push(merged.reference!);
      }
    }
    references = next;
  }
  return { ...merged!, isReused };
}

/** A file that cannot be written does not keep the others from it. */
async function saveEach(
  parts: StepParts,
  node: WorkflowNodeOf<'collect'>,
  taken: TakenByStep,
  found: readonly Collected[],
): Promise<CarriedStep> {
  const { needs, caller, saves, keepSave } = parts;
  const folder = textOf(parts, node.data.folder, 'folder');
  const files: string[] = [];
  const failed: string[] = [];
  let rows = 0;
  for (const { path, reference } of found) {
    caller.signal.throwIfAborted();
    const name = baseName(path as DataPath);
    const stem = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
    const key = `${node.id} ${path}`;
    try {
      const made = await needs.steps.save(caller, {
        reference,
        origin: originOf(parts, node, taken.made),
        to: { kind: 'file', path: `${folder}${stem}${node.data.ending}`, checkpoint: saves[key] ?? null },
        keep: (checkpoint) => keepSave(key, checkpoint),
      });
      rows += made.count;
      if (made.path !== null) files.push(made.path);
    } catch (error) {
      if (caller.signal.aborted || !(error instanceof GromaError)) throw error;
      failed.push(`${name}: ${error.message}`);
    }
  }
  if (files.length === 0) throw new GromaError('BAD_INPUT', { detail: failed.join('; ') });
  return { rows, files, paths: files, message: failed.length === 0 ? null : failed.join('; ') };
}
