/** What a person allows for a whole conversation: a tool, on one thing or on one kind of things. */
export interface AllowedTool {
  /** Names both. */
  key: string;
  tool: string;
  /** `layer` or `file`: what is made; else what it works on, as `notebook:{id}`. */
  on: string;
  /** What that is called; empty for kinds. */
  name: string;
}

/** Tools of which each call is asked about: what one call does says nothing about the next. */
const eachTime: ReadonlySet<string> = new Set(['change_by_sql', 'cancel_operation']);

/** By which of its arguments a tool is bound. */
const bound: Readonly<Record<string, { argument: string; prefix: string }>> = {
  run_cells: { argument: 'notebook', prefix: 'notebook:' },
  try_code: { argument: 'notebook', prefix: 'notebook:' },
  run_workflow: { argument: 'workflow', prefix: 'workflow:' },
  order_composite: { argument: 'dataset', prefix: 'dataset:' },
  // Its id says what it is: `query:…`.
  run_project_tool: { argument: 'tool', prefix: '' },
};

/**
 * What “always” would cover for a call of a tool: the same tool on the same thing, or one that makes the same kind of
 * thing. Null where each call is asked about, as for those that replace a file.
 */
export function consentScope(tool: string, given: unknown): Omit<AllowedTool, 'name'> | null {
  const input = recordOf(given);
  const save = recordOf(input['save']);
  if (eachTime.has(tool) || save['replace'] === true) return null;
  const binding = bound[tool];
  if (!binding) return scope(tool, save['file'] === undefined ? 'layer' : 'file');
  const id = input[binding.argument];
  return typeof id === 'string' && id !== '' ? scope(tool, binding.prefix + id) : null;
}

function scope(tool: string, on: string): Omit<AllowedTool, 'name'> {
  return { key: `${tool} ${on}`, tool, on };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
