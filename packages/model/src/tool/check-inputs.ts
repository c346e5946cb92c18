import type { ErrorCode } from '../error/catalogue.ts';
import type { ErrorDetails } from '../error/groma-error.ts';
import type { ToolParameters } from './parameter-schema.ts';
import { checkCorrection } from './check-correction.ts';
import type { ToolDefinition, ToolInput, ToolKind } from './tool-definition.ts';

/** How many features of each kind are there; `none` are rows without a geometry. */
export type KindCounts = Readonly<Record<ToolKind | 'none', number>>;

/** What stands ready for each input; null for a layer that was not chosen or is gone. */
export type ToolCounts = Readonly<Partial<Record<ToolInput['name'], KindCounts | null>>>;

/** Why a tool cannot run, as code and details of the catalogue. */
export type ToolProblem = { readonly code: ErrorCode; readonly details: ErrorDetails };

const kinds = ['point', 'line', 'polygon'] as const;

/** Tools for which the specification has a text of its own for a wrong number. */
const ofTwo: Readonly<Record<string, ErrorCode>> = {
  intersect_polygons: 'TOOL_NEEDS_TWO_TO_INTERSECT',
  subtract_polygons: 'TOOL_NEEDS_TWO_TO_SUBTRACT',
  combine_polygons: 'TOOL_NEEDS_TWO_TO_COMBINE',
};

/** What of its inputs keeps a tool from running, in the words of the specification; null where nothing does. */
export function checkInputs(tool: ToolDefinition, counts: ToolCounts, parameters: ToolParameters): ToolProblem | null {
  for (const [index, input] of tool.inputs.entries()) {
    if (index === 0 && isWithout(input, parameters)) continue;
    const problem =
      index === 0
        ? checkFeatures(tool, input, counts[input.name] ?? null)
        : checkLayer(tool, input, counts, parameters);
    if (problem) return problem;
  }
  for (const field of tool.fields) {
    if (tool.own && 'isRequired' in field && (parameters[field.name] ?? '') === '')
      return { code: 'TOOL_NEEDS_VALUE', details: { name: field.label ?? field.name } };
    if (field.type === 'string' && field.isRequired && !String(parameters[field.name] ?? '').trim())
      return { code: 'TOOL_NEEDS_NAME', details: {} };
    if (field.type === 'image' && field.isRequired && !parameters[field.name])
      return { code: 'TOOL_NEEDS_IMAGE', details: {} };
    if (field.type === 'images' && (parameters[field.name] as readonly string[]).length < field.least)
      return field.least === 1
        ? { code: 'TOOL_NEEDS_IMAGE', details: {} }
        : { code: 'TOOL_NEEDS_IMAGES', details: { least: field.least } };
    if (field.type !== 'column' || !field.isRequired || parameters[field.name]) continue;
    return tool.id === 'dissolve_by_attribute'
      ? { code: 'TOOL_NEEDS_ATTRIBUTE', details: {} }
      : { code: 'TOOL_NEEDS_COLUMN', details: {} };
  }
  const wrong = checkCorrection(tool.id, parameters);
  return wrong && { code: wrong, details: {} };
}

/** Whether a tool does without an input as its fields are set. */
function isWithout({ isOptionalWith: given }: ToolInput, parameters: ToolParameters): boolean {
  return given !== undefined && Boolean(parameters[given.field]) && parameters[given.and.field] === given.and.value;
}

/** Whether a tool needs features of a layer as its fields are set. */
export function needsFeatures({ inputs: [first] }: ToolDefinition, parameters: ToolParameters): boolean {
  return first !== undefined && !isWithout(first, parameters);
}

function checkFeatures(tool: ToolDefinition, input: ToolInput, counts: KindCounts | null): ToolProblem | null {
  const count = counts ? countOf(input, counts) : 0;
  const special = ofTwo[tool.id];
  if (special) return count === 2 && !wrongKind(input, counts) ? null : { code: special, details: {} };
  if (wrongKind(input, counts)) return { code: needed(input), details: {} };
  if (typeof input.count === 'number')
    return count === input.count ? null : { code: 'TOOL_NEEDS_EXACTLY', details: { count: input.count } };
  const least = Math.max(input.least ?? 1, input.count === 'multiple' ? 2 : 1);
  if (count >= least) return null;
  return least === 1 ? { code: 'TOOL_NEEDS_FEATURES', details: {} } : { code: 'TOOL_NEEDS_MORE', details: { least } };
}

function checkLayer(
  tool: ToolDefinition,
  input: ToolInput,
  counts: ToolCounts,
  parameters: ToolParameters,
): ToolProblem | null {
  const field = tool.fields.find((each) => each.type === 'layer' && each.input === input.name);
  if (input.isOptional && field && !parameters[field.name]) return null;
  const isClip = tool.id === 'clip_polygons';
  if (field && !parameters[field.name])
    return { code: isClip ? 'TOOL_NEEDS_CLIP_LAYER' : 'TOOL_NEEDS_LAYER', details: {} };
  const own = counts[input.name] ?? null;
  if (own === null || countOf(input, own) === 0)
    return { code: isClip ? 'TOOL_CLIP_LAYER_INVALID' : 'TOOL_LAYER_EMPTY', details: {} };
  return null;
}

/** Features of the kinds that an input takes. */
function countOf(input: ToolInput, counts: KindCounts): number {
  const wanted = input.kinds === 'any' ? kinds : input.kinds;
  return wanted.reduce((sum, kind) => sum + counts[kind], input.takesRows ? counts.none : 0);
}

function wrongKind({ kinds: wanted }: ToolInput, counts: KindCounts | null): boolean {
  return counts !== null && wanted !== 'any' && kinds.some((kind) => !wanted.includes(kind) && counts[kind] > 0);
}

function needed({ kinds: wanted }: ToolInput): ErrorCode {
  if (wanted.length === 1)
    return wanted[0] === 'point'
      ? 'TOOL_NEEDS_POINTS'
      : wanted[0] === 'line'
        ? 'TOOL_NEEDS_LINES'
        : 'TOOL_NEEDS_POLYGONS';
  return wanted.includes('point') ? 'TOOL_NEEDS_POINTS_OR_POLYGONS' : 'TOOL_NEEDS_LINES_OR_POLYGONS';
}
