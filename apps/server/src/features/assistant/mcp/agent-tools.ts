import { GromaError, type ProjectId } from '@groma/model';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { TokenBearer } from '../../../platform/session/access-tokens.ts';
import { changeTools } from '../change/tools/change-tools.ts';
import { beginCall, noteCall, type AgentPlace } from './agent-thread.ts';
import { projectField } from './data-tools.ts';
import type { McpCall, McpTool } from './mcp-tool.ts';

const ofProject = z.object({ project: projectField });
const { project: projectSchema } = z.toJSONSchema(ofProject, { io: 'input' }).properties as Record<string, object>;

/**
 * The tools by which the assistant changes things, for an outside agent: what they change is listed as a conversation
 * of its token, where people accept, refuse and revert it. With a token that writes it is applied at once.
 */
export function agentTools(platform: Platform, bearer: TokenBearer): McpTool[] {
  const toolsAt = (place: AgentPlace, projectId: ProjectId): McpTool[] =>
    changeTools({
      platform,
      projectId,
      ...place,
      userId: bearer.user.id,
      isAnalyst: bearer.rights.scope === 'write',
    });
  // What the tools are is the same wherever they work.
  return toolsAt({ threadId: '', messageId: '' }, '' as ProjectId).map(({ name, isReading, schema, description }) => ({
    name,
    description,
    isReading,
    schema: {
      ...schema,
      properties: { project: projectSchema, ...(schema['properties'] as object) },
      required: ['project', ...((schema['required'] ?? []) as string[])],
    },
    async run(given: unknown, call: McpCall): Promise<unknown> {
      const { project, ...rest } = ofProject.loose().parse(given ?? {});
      const projectId = await requireProject(platform, bearer, project);
      const place = await beginCall(platform, bearer, projectId);
      const tool = toolsAt(place, projectId).find((each) => each.name === name)!;
      const output = await tool.run(rest, call);
      if (hasChanges(output)) await noteCall(platform, bearer, { ...place, projectId }, { name, input: rest, output });
      return output;
    },
  }));
}

/** @throws GromaError NOT_FOUND, FORBIDDEN for a role that may not edit, TOKEN_FORBIDDEN for another project */
async function requireProject({ access }: Platform, { rights, user }: TokenBearer, id: string): Promise<ProjectId> {
  if (rights.projectId !== null && rights.projectId !== id) throw new GromaError('TOKEN_FORBIDDEN');
  await access.require(user.id, id, 'update', 'notebook', { noun: 'project' });
  return id as ProjectId;
}

function hasChanges(output: unknown): boolean {
  const { changes } = (output ?? {}) as { changes?: unknown };
  return Array.isArray(changes) && changes.length > 0;
}
