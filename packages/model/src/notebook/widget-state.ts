/** One model of a widget, as `application/vnd.jupyter.widget-state+json` keeps it (version 2.0). */
export interface WidgetModel {
  model_name: string;
  model_module: string;
  model_module_version: string;
  state: Record<string, unknown>;
  /** Bytes that stand at places of the state, as base64. */
  buffers?: { path: (string | number)[]; data: string; encoding: 'base64' }[];
}

/** Where a Jupyter notebook keeps the models of its widgets, in its metadata. */
export const widgetStateKind = 'application/vnd.jupyter.widget-state+json';

export type WidgetModels = Record<string, WidgetModel>;

/** As Jupyter writes it, and anywidget. */
const reference = /^(?:IPY_MODEL_|anywidget:)(.+)$/;
const mostModels = 2_000;

/** The id that a value of a state refers to, or null when it is not a reference. */
export function referredModel(value: unknown): string | null {
  return typeof value === 'string' ? (reference.exec(value)?.[1] ?? null) : null;
}

/** Those of the models that a widget is made of: itself and all that it refers to, directly or not. At most 2,000. */
export function modelsOf(root: string, find: (id: string) => WidgetModel | undefined): WidgetModels {
  const found = noModels();
  const waiting = [root];
  for (let count = 0; count < mostModels;) {
    const id = waiting.pop();
    if (id === undefined) break;
    const model = found[id] ? undefined : find(id);
    if (!model) continue;
    found[id] = model;
    count += 1;
    for (const each of references(model.state)) waiting.push(each);
  }
  return found;
}

function references(value: unknown): string[] {
  const id = referredModel(value);
  if (id !== null) return [id];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(references) : [];
}

/** Reads the models of a widget from the JSON that an output holds, or from its value; what is none is left out. */
export function readWidgetModels(json: unknown): WidgetModels {
  const models = noModels();
  const value = typeof json === 'string' ? parse(json) : json;
  for (const [id, entry] of Object.entries(
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {},
  )) {
    if (typeof entry !== 'object' || entry === null) continue;
    const {
      model_name: name,
      model_module: module,
      model_module_version: version,
      state,
      buffers,
    } = entry as Record<string, unknown>;
    if (typeof name !== 'string' || typeof state !== 'object' || state === null) continue;
    models[id] = {
      model_name: name,
      model_module: String(module ?? ''),
      model_module_version: String(version ?? ''),
      state: state as Record<string, unknown>,
      ...(Array.isArray(buffers) && { buffers: buffers.filter(isBuffer) }),
    };
  }
  return models;
}

function isBuffer(value: unknown): value is NonNullable<WidgetModel['buffers']>[number] {
  if (typeof value !== 'object' || value === null) return false;
  const { path, data, encoding } = value as Record<string, unknown>;
  return Array.isArray(path) && typeof data === 'string' && encoding === 'base64' && /^[A-Za-z0-9+/=]*$/.test(data);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Without a prototype, for ids are what code has chosen. */
function noModels(): WidgetModels {
  return Object.create(null) as WidgetModels;
}
