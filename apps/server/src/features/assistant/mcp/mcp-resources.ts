import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { GromaError } from '@groma/model';
import { project, resource, type Client } from '@groma/protocol';

/** Projects whose data is listed at once: an agent finds more with find_data. */
const mostProjects = 20;
const scheme = 'groma';

export const resourceTemplate = {
  uriTemplate: `${scheme}://{project}/{name}`,
  name: 'Data of a project',
  description: 'Description of a layer, file, table, image or result by its name, with columns, extent and version.',
  mimeType: 'application/json',
};

/** Data of the projects that a token opens, by name. */
export async function listOfResources(
  client: Client,
  onlyProjectId: string | null,
  signal: AbortSignal,
): Promise<ListResourcesResult> {
  const projects =
    onlyProjectId === null
      ? (await client.call(project.listProjects, { signal })).data.slice(0, mostProjects)
      : [(await client.call(project.readProject, { params: { id: onlyProjectId }, signal })).data];
  const lists = await Promise.all(
    projects.map(async ({ id, name }) =>
      (await client.call(resource.listResources, { params: { projectId: id }, signal })).data.map((entry) => ({
        uri: `${scheme}://${id}/${encodeURIComponent(entry.reference)}`,
        name: entry.name,
        title: `${name}: ${entry.label}`,
        mimeType: 'application/json',
      })),
    ),
  );
  return { resources: lists.flat() };
}

/** What one of them is. @throws McpError where there is nothing under the address */
export async function readResourceText(client: Client, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  const [, projectId, name] = new RegExp(`^${scheme}://([^/]+)/(.+)$`).exec(uri) ?? [];
  if (projectId === undefined || name === undefined)
    throw new McpError(ErrorCode.InvalidParams, `“${uri}” is no address of data.`);
  try {
    const asked = { params: { projectId }, query: { name: decodeURIComponent(name) }, signal };
    const { data } = await client.call(resource.readResource, asked);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  } catch (error) {
    if (error instanceof GromaError || error instanceof URIError)
      throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}
