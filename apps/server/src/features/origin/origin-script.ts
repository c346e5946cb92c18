import { eq } from 'drizzle-orm';
import { findTool, parseLayerReference, type LayerReference, type ProjectId } from '@groma/model';
import { maps } from '../../../platform/database/tables/index.ts';
import { readLayerRow, type Query } from '../record/layer-records.ts';
import {
  notebookTool,
  readOrigins,
  readTakenFeatures,
  referenceOf,
  type ReadOrigin,
} from '../record/origin-records.ts';

/** Steps of one script at most; a longer chain begins with the layers that are there. */
const mostSteps = 200;

/** A step: a layer that a tool has made, with what it is called in the script. */
interface Step {
  variable: string;
  origin: ReadOrigin;
  name: string;
  mapName: string;
}

/**
 * The chain of tools that made a layer, as Python that runs in a notebook of the project: what nobody has made by a tool is
 * read as it is then, and every step makes a new layer. Null where no tool has made the layer.
 */
export async function originScript(query: Query, projectId: ProjectId, layer: LayerReference): Promise<string | null> {
  const chain = new OriginChain(query, projectId);
  await chain.follow(layer);
  const { steps } = chain;
  if (steps.length === 0) return null;
  const calls = await Promise.all(steps.map((step) => chain.call(step)));
  const last = steps.at(-1)!;
  return [
    pythonDoc(`Makes ${last.mapName}/${last.name} again, step by step, of what it was made of.`),
    '',
    'import groma',
    '',
    ...calls,
    '',
  ].join('\n');
}

class OriginChain {
  readonly steps: Step[] = [];
  readonly #query: Query;
  readonly #projectId: ProjectId;
  readonly #seen = new Map<string, Step | null>();

  constructor(query: Query, projectId: ProjectId) {
    this.#query = query;
    this.#projectId = projectId;
  }

  /** Puts the steps before a layer in front of its own. */
  async follow({ mapId, layerId }: LayerReference): Promise<void> {
    if (this.#seen.has(layerId) || this.#seen.size >= mostSteps) return;
    // A layer that was made again of its own result is taken as it is.
    this.#seen.set(layerId, null);
    const [origin] = await readOrigins(this.#query, mapId, layerId);
    if (!origin || origin.tool === notebookTool || !findTool(origin.tool)) return;
    for (const { sourceMapId, sourceLayerId, current } of origin.inputs)
      if (sourceMapId !== null && sourceLayerId !== null && current !== null)
        await this.follow({ mapId: sourceMapId, layerId: sourceLayerId });
    const { name, mapName } = await this.#place({ mapId, layerId });
    const step = { variable: `layer_${this.steps.length + 1}`, origin, name, mapName };
    this.#seen.set(layerId, step);
    this.steps.push(step);
  }

  /** The call of a step. Parameters that are as the form proposes are left out. */
  async call({ variable, origin, name, mapName }: Step): Promise<string> {
    const { inputs, fields } = findTool(origin.tool)!;
    const first = origin.inputs.find(({ input }) => input === inputs[0]?.name);
    const words = first ? [await this.#value(referenceOf(first))] : [];
    for (const { name: field, type, ...rest } of fields) {
      const value = origin.parameters[field] ?? null;
      const proposed: unknown = 'default' in rest ? rest.default : null;
      if (JSON.stringify(value) === JSON.stringify(proposed)) continue;
      words.push(`${field}=${type === 'layer' ? await this.#value(String(value)) : pythonValue(value)}`);
    }
    const taken = first && (await readTakenFeatures(this.#query, origin.layerId, first.input));
    if (taken) words.push(`features=${pythonValue(taken)}`);
    words.push(`name=${pythonValue(name)}`, `map=${pythonValue(mapName)}`);
    return `${variable} = groma.tools.${origin.tool}(\n${words.map((word) => `    ${word},\n`).join('')})`;
  }

  /** What an input is in the script: an earlier step, or its name. */
  async #value(reference: string): Promise<string> {
    const layer = parseLayerReference(reference);
    if (!layer) return pythonValue(reference);
    const step = this.#seen.get(layer.layerId);
    if (step) return step.variable;
    const { name, mapName } = await this.#place(layer);
    return pythonValue(`${mapName}/${name}`);
  }

  async #place({ mapId, layerId }: LayerReference): Promise<{ name: string; mapName: string }> {
    const { name } = await readLayerRow(this.#query, mapId, layerId);
    const [map] = await this.#query
      .select({ name: maps.name, projectId: maps.projectId })
      .from(maps)
      .where(eq(maps.id, mapId));
    return { name, mapName: map?.projectId === this.#projectId ? map.name : mapId };
  }
}

/** JSON is Python but for its three words. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  return JSON.stringify(value);
}

function pythonDoc(text: string): string {
  return JSON.stringify(text).replace(/^"|"$/g, '"""');
}
