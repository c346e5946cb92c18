import { z } from 'zod';
import { parseDay } from '../notebook/day.ts';
import { fieldLabels } from './tool-texts.ts';
import type { ToolDefinition, ToolField } from './tool-definition.ts';

/** Images that a tool takes at once. */
const mostImages = 200;

/** Characters of an image with all that is known of it: up to 16 addresses. */
const mostOfDated = 40_000;

/** The values of a tool's fields, by name; a field without a value has its default. */
export type ToolParameters = Readonly<Record<string, boolean | number | string | readonly string[] | null>>;

/** What a call, a form and the assistant may set; unknown names are refused. */
export function parameterSchema(tool: Pick<ToolDefinition, 'fields'>): z.ZodType<ToolParameters> {
  return z.strictObject(
    Object.fromEntries(tool.fields.map((field) => [field.name, fieldSchema(field).describe(descriptionOf(field))])),
  ) as z.ZodType<ToolParameters>;
}

function descriptionOf({ name, label = fieldLabels[name] ?? name, when }: ToolField): string {
  return when ? `${label} (where ${when.of} is ${when.is.join(', ')})` : label;
}

/** Whether a field counts as the others are set. */
export function fieldCounts({ when }: ToolField, parameters: ToolParameters): boolean {
  return !when || when.is.includes(String(parameters[when.of]));
}

/** Parameters in which fields that do not count have their defaults: they are the same for the same result. */
export function countingParameters(
  { fields }: Pick<ToolDefinition, 'fields'>,
  parameters: ToolParameters,
): ToolParameters {
  const idle = fields.filter((field) => !fieldCounts(field, parameters));
  return { ...parameters, ...Object.fromEntries(idle.map(({ name, default: proposed }) => [name, proposed])) };
}

function fieldSchema(field: ToolField): z.ZodType {
  switch (field.type) {
    case 'boolean':
      if (field.default !== null) return z.boolean().default(field.default);
      return field.isRequired ? z.boolean() : z.boolean().nullable().default(null);
    case 'number': {
      let schema = field.isWhole ? z.int() : z.number();
      if (field.minimum !== undefined) schema = schema.min(field.minimum);
      if (field.maximum !== undefined) schema = schema.max(field.maximum);
      if (field.isRequired) return field.default === null ? schema : schema.default(field.default);
      return field.default === null ? schema.nullable().default(null) : schema.default(field.default);
    }
    case 'select':
      if (field.default !== '') return z.enum(field.options as [string, ...string[]]).default(field.default);
      return field.isRequired
        ? z.enum(field.options as [string, ...string[]])
        : z.enum(['', ...field.options]).default('');
    case 'string':
      return z.string().max(1000).default(field.default);
    case 'expression':
      return z.string().max(10_000).default(field.default);
    case 'columns':
      return z
        .array(z.string())
        .max(1000)
        .default([...field.default]);
    case 'extent':
      return z
        .string()
        .max(200)
        .regex(/^\s*-?[\d.]+(e-?\d+)?(\s*,\s*-?[\d.]+(e-?\d+)?){3}\s*$/i, 'must be west,south,east,north in degrees')
        .nullable()
        .default(null);
    case 'date':
      return z
        .string()
        .refine((text) => text === '' || parseDay(text) !== null, 'must be a day as dd-MM-yyyy')
        .default(field.default);
    case 'choices':
      return z.array(z.enum(field.options as [string, ...string[]])).default([...field.default]);
    case 'image':
      return z.string().max(2000).nullable().default(null).meta({ format: 'image' });
    case 'images':
      return z
        .array(z.string().max('isDated' in field ? mostOfDated : 2000))
        .max(mostImages)
        .default([...field.default])
        .meta({ format: 'images' });
    case 'bands':
      return z
        .array(z.string().min(1).max(200))
        .max(mostImages)
        .default([...field.default]);
    case 'band':
      return z.string().max(200).default(field.default);
    case 'column':
    case 'file':
      return z.string().max(1000).nullable().default(null);
    case 'layer':
      return z.string().max(2000).nullable().default(null).meta({ format: 'layer' });
    case 'data':
      if (field.isRequired && field.default === null) return z.string().min(1).max(2000).meta({ format: 'data' });
      return z.string().max(2000).nullable().default(field.default).meta({ format: 'data' });
  }
}
