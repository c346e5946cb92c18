import type { project, ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, callEarly, queryClient } from '../../platform/api.ts';
import { earlyPaths, readProject, setProject, type Project } from '../../platform/session.ts';

type ProjectList = ReplyOf<typeof project.listProjects>;

/** The declared calls come with the first of them that is made; the list of the first screen does without. */
const calls = async () => (await import('@groma/protocol')).project;

export async function listProjects(): Promise<Project[]> {
  return (await callEarly<ProjectList>(earlyPaths.listProjects)).data;
}

export function useProjects() {
  return useQuery({ queryKey: ['projects'], queryFn: listProjects });
}

/** A project as the list of the dashboard has it, or the one that is open. */
export function knownProject(projectId: string): Project | undefined {
  const listed = queryClient.getQueryData<Project[]>(['projects'])?.find(({ id }) => id === projectId);
  const open = readProject();
  return listed ?? (open?.id === projectId ? open : undefined);
}

/** The same, asked of the server where nothing is shown; undefined where it is not there. */
export async function findProject(projectId: string): Promise<Project | undefined> {
  return knownProject(projectId) ?? (await listProjects()).find(({ id }) => id === projectId);
}

const readListAnew = () => queryClient.invalidateQueries({ queryKey: ['projects'] });

export async function createProject(name: string, tenantId: string): Promise<Project> {
  const { data } = await api.call((await calls()).createProject, { body: { name, tenant_id: tenantId } });
  await readListAnew();
  return data;
}

export type ProjectChange = Partial<Pick<Project, 'name' | 'general_access' | 'tenant_access' | 'show_cursors'>>;

/** Changes a project on the server, then wherever it is shown. */
export async function changeProject(id: string, change: ProjectChange): Promise<Project> {
  const { data } = await api.call((await calls()).updateProject, { params: { id }, body: change });
  queryClient.setQueryData(['project', id], data);
  if (readProject()?.id === id) setProject(data);
  await Promise.all([readListAnew(), queryClient.invalidateQueries({ queryKey: ['project-access', id] })]);
  return data;
}

export async function deleteProject(id: string): Promise<void> {
  await api.call((await calls()).deleteProject, { params: { id } });
  await readListAnew();
}

export async function leaveProject(projectId: string): Promise<void> {
  await api.call((await calls()).leaveProject, { params: { projectId } });
  await readListAnew();
}
