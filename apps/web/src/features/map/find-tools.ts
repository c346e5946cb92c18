import type { Resource } from '../../registry/resource.ts';
import { readOwnTools } from '../../registry/own-tools.ts';

/** The tools that people of a project have made, as search finds them. */
export async function findTools(projectId: string): Promise<Resource[]> {
  return (await readOwnTools(projectId)).map(({ id, name, help }) => ({ kind: 'tool', id, name, detail: help }));
}
