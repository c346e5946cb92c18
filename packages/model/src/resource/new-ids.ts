import { parseProjectToolId, projectToolId } from '../tool/project-tool.ts';
import { formatResource, parseResource } from './resource-name.ts';

/** New ids by the old ones. */
export type NewIds = ReadonlyMap<string, string>;

/**
 * A value with new ids in place of old ones: in references (`layer:…`, `table:…`), in ids of people's tools, and where
 * an id is a text by itself, at any depth of lists and objects. Text that only mentions an id stays, and so do ids that
 * have no new one.
 */
export function withNewIds(value: unknown, ids: NewIds): unknown {
  if (typeof value === 'string') return textWithNewIds(value, ids);
  if (Array.isArray(value)) return value.map((item) => withNewIds(item, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withNewIds(held, ids)]));
}

/** The same for one text. */
export function textWithNewIds(text: string, ids: NewIds): string {
  const own = ids.get(text);
  if (own !== undefined) return own;
  const tool = parseProjectToolId(text);
  if (tool) return projectToolId({ ...tool, id: ids.get(tool.id) ?? tool.id });
  const name = parseResource(text);
  if (!name?.parts.some((part) => ids.has(part))) return text;
  return formatResource({ ...name, parts: name.parts.map((part) => ids.get(part) ?? part) });
}
