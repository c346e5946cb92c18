import { project as calls } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../platform/api.ts';
import { readProject, setProject, type Project } from '../../platform/session.ts';

export function useProjects() {
  return useQuery({ queryKey: ['projects'], queryFn: async () => (await api.call(calls.listProjects)).data });
}

export async function createProject(name: string): Promise<Project> {
  const { data } = await api.call(calls.createProject, { body: { name } });
  await queryClient.invalidateQueries({ queryKey: ['projects'] });
  return data;
}

export type ProjectChange = Partial<Pick<Project, 'name' | 'general_access' | 'tenant_access'>>;

/** Changes a project on the server, then wherever it is shown. */
export async function changeProject(id: string, change: ProjectChange): Promise<Project> {
  const { data } = await api.call(calls.updateProject, { params: { id }, body: change });
  queryClient.setQueryData(['project', id], data);
  if (readProject()?.id === id) setProject(data);
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['projects'] }), queryClient.invalidateQueries({ queryKey: ['project-people', id] })]);
  return data;
}

export async function deleteProject(id: string): Promise<void> {
  await api.call(calls.deleteProject, { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ['projects'] });
}

export function useProjectPeople(projectId: string) {
  return useQuery({ queryKey: ['project-people', projectId], queryFn: () => api.call(calls.listProjectUsers, { params: { projectId } }) });
}

type ShareRole = 'PROJECT_EDITOR' | 'PROJECT_COMMENTATOR' | 'PROJECT_VIEWER';

export async function shareProject(projectId: string, email: string, role: ShareRole): Promise<void> {
  await api.call(calls.shareProject, { params: { projectId }, body: { email, role } });
  await queryClient.invalidateQueries({ queryKey: ['project-people', projectId] });
}

export async function unshareProject(projectId: string, userId: string): Promise<void> {
  await api.call(calls.unshareProject, { params: { projectId, userId } });
  await queryClient.invalidateQueries({ queryKey: ['project-people', projectId] });
}
