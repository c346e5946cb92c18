import { z } from 'zod';
import { parseResource } from '../resource/resource-name.ts';

export const workflowParameterTypes = ['text', 'number', 'boolean', 'choice', 'resource'] as const;
export type WorkflowParameterType = (typeof workflowParameterTypes)[number];

/** What a workflow asks for when it is run. Its name is what fields name, and what `$name` stands for in a query. */
export const workflowParameter = z.object({
  name: z.string().max(100),
  type: z.enum(workflowParameterTypes),
  /** Null for none. */
  default: z
    .union([z.string().max(10_000), z.number(), z.boolean()])
    .nullable()
    .default(null),
  required: z.boolean().default(false),
  /** What a choice offers. */
  choices: z.array(z.string().max(200)).max(200).default([]),
  /** Its place among the others. */
  order: z.number().default(0),
});
export type WorkflowParameter = z.output<typeof workflowParameter>;

export type WorkflowValue = string | number | boolean;
export type WorkflowValues = Readonly<Record<string, WorkflowValue>>;

/** Whether a name can be written in a query as `$name`. */
export function isParameterName(name: string): boolean {
  return /^[A-Za-z_]\w{0,62}$/.test(name);
}

/** Whether a value is one that the parameter takes. */
export function fitsParameter({ type, choices }: WorkflowParameter, value: WorkflowValue): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && choices.includes(value);
    case 'resource':
      return typeof value === 'string' && parseResource(value) !== undefined;
  }
}

/** The values of a run: those that were given, else the defaults. What fits no parameter is left out. */
export function settledValues(
  parameters: readonly WorkflowParameter[],
  given: Readonly<Record<string, unknown>>,
): WorkflowValues {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, WorkflowValue][] => {
      const value = (given[parameter.name] ?? parameter.default) as WorkflowValue | null;
      return value !== null && fitsParameter(parameter, value) ? [[parameter.name, value]] : [];
    }),
  );
}

/** The name of the parameter that a field takes its value from; null for a field that has a value of its own. */
export function parameterOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { $parameter: name } = value as { $parameter?: unknown };
  return typeof name === 'string' ? name : null;
}

/** What stands in a field: its own value, or that of its parameter; undefined where that has none. */
export function boundValue(value: unknown, values: WorkflowValues): unknown {
  const name = parameterOf(value);
  if (name === null) return value;
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
