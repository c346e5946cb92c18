import { canInProject, needsPlan, type TemplateType } from '@groma/model';
import { queryClient } from '../../../platform/api.ts';
import { readProject, type Project } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { readActivePanel } from '../../../registry/panel.ts';

/** What a person publishes; the id of a whole workspace is its project's. */
export interface Publishable {
  type: TemplateType;
  id: string;
}

/** What stands for it in the table of roles. */
const subjects = { MAP: 'map', NOTEBOOK: 'notebook', SOLUTION: 'project', WORKFLOW: 'workflow' } as const;

/** The kinds of panels that show something publishable, with the name of its id in their parameters. */
const panels: Readonly<Record<string, { type: TemplateType; id: string }>> = {
  map: { type: 'MAP', id: 'mapId' },
  notebook: { type: 'NOTEBOOK', id: 'notebookId' },
  workflow: { type: 'WORKFLOW', id: 'workflowId' },
};

/** What the panel in front shows, where that can be published. */
export function publishableInFront(): Publishable | null {
  const panel = readActivePanel();
  const shown = panel ? panels[panel.kind] : undefined;
  const id = shown && (panel?.params as Record<string, unknown> | null)?.[shown.id];
  return shown && typeof id === 'string' ? { type: shown.type, id } : null;
}

/** The project of what is published: the open one, or a workspace of the dashboard. */
export function projectOf({ type, id }: Publishable): Project | undefined {
  const open = readProject() ?? undefined;
  if (type !== 'SOLUTION' || open?.id === id) return open;
  return queryClient.getQueryData<Project[]>(['projects'])?.find((project) => project.id === id);
}

/** Whether this person may publish something now: true, why not now, or false where their role does not offer it. */
export function mayPublish(thing: Publishable): boolean | string {
  const project = projectOf(thing);
  if (!project || !canInProject(project.role, 'publish', subjects[thing.type])) return false;
  return project.plan_outcome === 'NO_ERROR' || !needsPlan('publish') || t('project.needsPlan');
}
