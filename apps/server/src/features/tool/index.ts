import type { ProjectId } from '@groma/model';
import type { Feature, Platform } from '../../platform/platform.ts';
import { ProjectTools, type ProjectTool, type WantedQuery } from './project-tools.ts';
import { projectToolRoutes } from './routes.ts';

/** What the tools of people offer to other features, through main. */
export interface ToolFeature extends Feature {
  /** A tool of a project; undefined where nobody offers it there. */
  findTool(projectId: ProjectId, toolId: string): Promise<ProjectTool | undefined>;
  /** Keeps a query of a database as a tool. */
  offerQuery(of: Parameters<ProjectTools['offerQuery']>[0], wanted: WantedQuery): Promise<ProjectTool>;
}

/** The notebooks and queries that people offer as tools of their project. */
export function createToolFeature(platform: Platform): ToolFeature {
  const tools = new ProjectTools(platform);
  return {
    routes: projectToolRoutes(platform, tools),
    findTool: (projectId, toolId) => tools.find(projectId, toolId),
    offerQuery: (of, wanted) => tools.offerQuery(of, wanted),
  };
}
