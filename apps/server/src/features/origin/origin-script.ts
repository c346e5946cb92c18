import { findTool, withoutLayer } from '@groma/model';
import { referenceOf, type OriginThing } from '../../platform/origin/origin.ts';
import { readTakenFeatures, type ReadOrigin } from '../../platform/origin/origin-records.ts';
import { placeText, statementPieces } from '../../platform/origin/statement-pieces.ts';
import { isOfPeople, readCurrentOrigins, type Asking, type OriginParts } from './current-origins.ts';
import { pythonDoc, pythonFormat, pythonValue } from './python-value.ts';
import { referenceOfThing } from './origin-thing.ts';

/** Steps of one script at most; a longer chain begins with the things that are there. */
const mostSteps = 200;

/** A step, with what its result is called in the script. */
interface Step {
  variable: string;
  origin: ReadOrigin;
}

/**
 * The chain of steps that made a layer or file, as Python that runs in a notebook of the project: what no step has made
 * is read as it is then, every layer is made as a new one, and files are written in their places. Null where no step
 * has made it.
 */
export async function originScript(parts: OriginParts, asking: Asking, thing: OriginThing): Promise<string | null> {
  const chain = new OriginChain(parts, asking);
  await chain.follow(referenceOfThing(thing));
  const { steps } = chain;
  const last = steps.at(-1);
  if (!last) return null;
  const calls = await Promise.all(steps.map((step) => chain.call(step)));
  const { name, mapName } = last.origin;
  return [
    pythonDoc(`Makes ${mapName === null ? name : `${mapName}/${name}`} again, step by step, of what it was made of.`),
    '',
    'import groma',
    '',
    ...calls,
    '',
  ].join('\n');
}

class OriginChain {
  readonly steps: Step[] = [];
  readonly #parts: OriginParts;
  readonly #asking: Asking;
  readonly #seen = new Map<string, Step | null>();
  #all: Promise<ReadonlyMap<string, ReadOrigin>> | null = null;

  constructor(parts: OriginParts, asking: Asking) {
    this.#parts = parts;
    this.#asking = asking;
  }

  /** Puts the steps before a thing in front of its own. */
  async follow(reference: string): Promise<void> {
    if (this.#seen.has(reference) || this.#seen.size >= mostSteps) return;
    // What was made again of its own result is taken as it is.
    this.#seen.set(reference, null);
    this.#all ??= readCurrentOrigins(this.#parts, this.#asking).then(
      (all) => new Map(all.map((origin) => [referenceOfThing(origin.thing), origin])),
    );
    const origin = (await this.#all).get(reference);
    if (!origin) return;
    for (const input of origin.inputs) {
      const source = referenceOf(input);
      if (source !== null && input.current !== null) await this.follow(source);
    }
    if (!this.#isStep(origin)) return;
    const step = { variable: `${'path' in origin.thing ? 'file' : 'layer'}_${this.steps.length + 1}`, origin };
    this.#seen.set(reference, step);
    this.steps.push(step);
  }

  /** Whether Python can do it. An imported layer of a file that no step has made is there already. */
  #isStep({ kind, doer, thing, parameters, inputs }: ReadOrigin): boolean {
    switch (kind) {
      case 'tool':
        // Of the files of a tool of people, it is not known which stands for which.
        return findTool(doer) !== undefined || (isOfPeople({ kind, doer }) && !('path' in thing));
      case 'query':
        return typeof parameters['sql'] === 'string';
      case 'import':
        return !('path' in thing) && inputs.some((input) => this.#seen.get(referenceOf(input) ?? ''));
      case 'export':
        return doer in writers && inputs[0]?.current !== null;
      case 'notebook':
      case 'convert':
      case 'workflow':
      case 'download':
        return false;
    }
  }

  async call(step: Step): Promise<string> {
    switch (step.origin.kind) {
      case 'tool':
        return this.#tool(step);
      case 'query':
        return this.#query(step);
      case 'import':
        return added(step, `groma.files[${pythonValue(step.origin.inputs[0]!.sourcePath)}].frame()`);
      default:
        return this.#export(step);
    }
  }

  /** Parameters that are as the form proposes are left out. */
  async #tool({ variable, origin }: Step): Promise<string> {
    const definition = findTool(origin.doer);
    if (!definition) return this.#toolOfPeople(variable, origin);
    const { inputs, fields } = definition;
    const first = origin.inputs.find(({ input }) => input === inputs[0]?.name);
    const words = first ? [this.#value(first)] : [];
    for (const field of fields) {
      const value = origin.parameters[field.name] ?? null;
      const proposed: unknown = 'default' in field ? field.default : null;
      if (JSON.stringify(value) === JSON.stringify(proposed)) continue;
      const source =
        field.type === 'layer' || field.type === 'file' || field.type === 'image'
          ? origin.inputs.find(({ input }) => input === (field.type === 'layer' ? field.input : field.name))
          : undefined;
      words.push(`${field.name}=${source ? this.#value(source) : pythonValue(value)}`);
    }
    const taken = first && (await readTakenFeatures(this.#parts.platform.database.query, origin.id, first.input));
    if (taken) words.push(`features=${pythonValue(taken)}`);
    if ('path' in origin.thing) words.push(`file=${pythonValue(origin.thing.path)}`, 'replace=True');
    else words.push(`name=${pythonValue(origin.name)}`, `map=${pythonValue(origin.mapName)}`);
    return `${variable} = groma.tools.${origin.doer}(\n${words.map((word) => `    ${word},\n`).join('')})`;
  }

  /** The call of a tool that people have made: each of its parameters as it was. */
  #toolOfPeople(variable: string, origin: ReadOrigin): string {
    const words = Object.entries(origin.parameters).map(([field, value]) => {
      const source = origin.inputs.find(({ input }) => input === field);
      return `${field}=${source ? this.#value(source) : pythonValue(value)}`;
    });
    words.push(`name=${pythonValue(origin.name)}`, `map=${pythonValue(origin.mapName)}`);
    return `${variable} = groma.tools[${pythonValue(origin.doer)}](\n${words.map((word) => `    ${word},\n`).join('')})`;
  }

  #query(step: Step): string {
    const { sql, params } = step.origin.parameters as { sql: string; params?: Record<string, unknown> };
    const { thing } = step.origin;
    const given = Object.entries(params ?? {}).map(([name, value]) => `, ${name}=${pythonValue(value)}`);
    const call = (text: string): string =>
      `groma.sql(${this.#statement(step.origin, text)}, database=${pythonValue(step.origin.doer)}${given.join('')})`;
    return 'path' in thing
      ? `${call(sql)}\n${step.variable} = groma.files[${pythonValue(thing.path)}]`
      : added(step, call(withoutLayer(sql)));
  }

  async #export({ variable, origin }: Step): Promise<string> {
    const [source] = origin.inputs;
    const taken = await readTakenFeatures(this.#parts.platform.database.query, origin.id, source!.input);
    const crs = String(origin.parameters['crs'] ?? 'EPSG:4326');
    const step = this.#seen.get(referenceOf(source!) ?? '');
    const layer = step ? step.variable : `groma.layers[${this.#value(source!)}]`;
    const path = pythonValue('path' in origin.thing ? origin.thing.path : '');
    const frame = [
      `${layer}.frame()`,
      ...(taken ? [`.loc[${pythonValue(taken)}]`] : []),
      ...(crs.toUpperCase() === 'EPSG:4326' ? [] : [`.to_crs(${pythonValue(crs)})`]),
    ].join('');
    return `${frame}.${writers[origin.doer]!(path)}\n${variable} = groma.files[${path}]`;
  }

  /** A statement in which what it was run over is called as it is now, and what steps have made by the ids of that. */
  #statement({ inputs }: ReadOrigin, text: string): string {
    const there = inputs.filter(({ current }) => current !== null);
    return pythonFormat(
      statementPieces(text, there).map((piece) => {
        if (typeof piece === 'string') return piece;
        const step = piece.form === 'layer' && this.#seen.get(referenceOf(piece.input) ?? '');
        if (step) return { variable: step.variable };
        const { sourceName, currentName } = piece.input;
        // A name that still holds reads better than an id.
        return piece.form === 'layer' && sourceName === currentName
          ? piece.input.input.slice('layers.'.length)
          : placeText(piece);
      }),
    );
  }

  /** What an input is in the script: an earlier step, or its name. */
  #value(input: ReadOrigin['inputs'][number]): string {
    const reference = referenceOf(input) ?? '';
    const step = this.#seen.get(reference);
    if (step && input.sourcePath === null) return step.variable;
    return pythonValue(input.sourcePath ?? reference.replace(/^layer:/, ''));
  }
}

/** How GeoPandas writes what exports write; a zip holds a shapefile there, which it does not make. */
const writers: Readonly<Record<string, (path: string) => string>> = {
  geojson: (path) => `to_file(${path}, driver="GeoJSON")`,
  geopackage: (path) => `to_file(${path}, driver="GPKG")`,
  flatgeobuf: (path) => `to_file(${path}, driver="FlatGeobuf")`,
  geoparquet: (path) => `to_parquet(${path})`,
  csv: (path) => `to_csv(${path}, index=False)`,
};

function added({ variable, origin }: Step, frame: string): string {
  return `${variable} = groma.maps[${pythonValue(origin.mapName)}].add(\n    ${frame},\n    name=${pythonValue(origin.name)},\n)`;
}
