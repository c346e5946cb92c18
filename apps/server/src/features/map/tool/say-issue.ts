import type { ToolDefinition } from '@groma/model';
import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
};
const longestShown = 60;

/** What is wrong with the parameters of a tool, in words for whoever wrote them in code. */
export function sayIssue(
  { name, fields }: Pick<ToolDefinition, 'name' | 'fields'>,
  given: Readonly<Record<string, unknown>>,
  issue: z.core.$ZodIssue,
): string {
  const [field] = issue.path;
  if (issue.code === 'unrecognized_keys')
    return `${name} has no parameter “${issue.keys.join('”, “')}”. It has ${fields.map((each) => each.name).join(', ')}.`;
  const path = issue.path.join('.');
  const value = field === undefined ? undefined : given[String(field)];
  const instead = value === undefined ? 'it is missing' : `not ${shown(value)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `${path} must be ${kinds[issue.expected] ?? issue.expected}, ${instead}.`;
    case 'invalid_value':
      return `${path} must be one of ${issue.values.map(String).join(', ')}, ${instead}.`;
    case 'too_small':
      return `${path} must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}, ${instead}.`;
    case 'too_big':
      return `${path} must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}, ${instead}.`;
    default:
      return `${path}: ${issue.message}`;
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? String(value));
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
