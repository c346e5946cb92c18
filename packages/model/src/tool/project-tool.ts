import type * as Y from 'yjs';
import { isId } from '../id.ts';
import { isVariableName, parseTexts, type InputValue } from '../notebook/input-value.ts';
import { readBlocks, type ReadBlock } from '../notebook/read-blocks.ts';
import type { ToolParameters } from './parameter-schema.ts';
import type { ToolDefinition, ToolField } from './tool-definition.ts';

/** What people can offer as a tool of their project. */
const projectToolKinds = ['notebook', 'query', 'workflow'] as const;
type ProjectToolKind = (typeof projectToolKinds)[number];

/** Which notebook, query or workflow a tool of a project is. */
export interface ProjectToolKey {
  readonly kind: ProjectToolKind;
  readonly id: string;
}

/** The id of a tool that people have made: `notebook:{id}`, `query:{id}` or `workflow:{id}`. */
export function projectToolId({ kind, id }: ProjectToolKey): string {
  return `${kind}:${id}`;
}

/** Takes such an id apart; undefined for that of any other tool. */
export function parseProjectToolId(toolId: string): ProjectToolKey | undefined {
  const [word, id = '', ...rest] = toolId.split(':');
  const kind = projectToolKinds.find((each) => each === word);
  return kind && isId(id) && rest.length === 0 ? { kind, id } : undefined;
}

/** The texts that people have given a tool; `heading` is an empty text for that of the workspace. */
export interface ProjectToolTexts {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
}

/**
 * A tool that people have made, as every other is defined. It takes no features: data is a parameter like any other.
 * `more` is what only workflows have.
 */
export function projectTool(
  key: ProjectToolKey,
  { title, description, heading }: ProjectToolTexts,
  fields: readonly ToolField[],
  more: Pick<ToolDefinition, 'outputs' | 'uses'> = {},
): ToolDefinition {
  return {
    id: projectToolId(key),
    category: 'workspace',
    name: title,
    shortName: title,
    help: description,
    inputs: [],
    fields,
    output: 'any',
    assistant: { replace: { type: 'boolean', default: false } },
    problems: ['TOOL_CELL_FAILED', 'TOOL_PUBLISHES_NOTHING'],
    own: { heading },
    ...more,
  };
}

/**
 * The parameters of a notebook that is a tool: its input blocks in reading order, proposed as they are set. Of two
 * blocks of one name the later counts, as for code; a block whose name code cannot use is none, and neither is a
 * selector without options.
 */
export function notebookToolFields(doc: Y.Doc): ToolField[] {
  const fields = new Map<string, ToolField>();
  for (const { type, props } of readBlocks(doc)) {
    const name = String(props['varName'] ?? '');
    if (!isVariableName(name)) continue;
    const field = fieldOf(type, props, { name, label: String(props['label'] ?? name) });
    if (!field) continue;
    fields.delete(name);
    fields.set(name, field);
  }
  return [...fields.values()];
}

function fieldOf(
  type: string,
  props: ReadBlock['props'],
  named: { name: string; label: string },
): ToolField | undefined {
  switch (type) {
    case 'slider':
      return sliderField(props, named);
    case 'textInput':
      return { ...named, type: 'string', default: String(props['text'] ?? '') };
    case 'dateSelector':
      return { ...named, type: 'date', default: String(props['date'] ?? '') };
    case 'dataInput':
      return { ...named, type: 'data', default: String(props['data'] ?? '') || null };
    case 'selector':
      return selectorField(props, named);
    default:
      return undefined;
  }
}

function sliderField(props: ReadBlock['props'], named: { name: string; label: string }): ToolField {
  const [value, minimum, maximum, step] = ['value', 'min', 'max', 'step'].map((name) => Number(props[name])) as [
    number,
    number,
    number,
    number,
  ];
  const known = Number.isFinite(value) ? value : 0;
  return {
    ...named,
    type: 'number',
    default: minimum <= maximum ? Math.min(maximum, Math.max(minimum, known)) : known,
    ...(minimum <= maximum && { minimum, maximum }),
    ...(step > 0 && { step }),
  };
}

function selectorField(props: ReadBlock['props'], named: { name: string; label: string }): ToolField | undefined {
  const options = [...new Set(parseTexts(props['options']))];
  const chosen = parseTexts(props['selected']).filter((each) => options.includes(each));
  if (options.length === 0) return undefined;
  return String(props['allowMultiple']) === 'true'
    ? { ...named, type: 'choices', default: chosen, options }
    : { ...named, type: 'select', default: chosen[0] ?? options[0]!, options };
}

/** The values of the input blocks of a notebook that runs as a tool: what was set, under the names of its variables. */
export function notebookToolValues(parameters: ToolParameters): InputValue[] {
  return Object.entries(parameters).map(([name, value]) => ({ name, value: value as InputValue['value'] }));
}
