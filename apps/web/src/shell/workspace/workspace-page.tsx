import { GromaError } from '@groma/model';
import { ErrorState, Spinner } from '@groma/ui';
import { project as projectCalls } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, errorText, queryClient } from '../../platform/api.ts';
import { enterProjectRoom, onRoomReturn, roomStore } from '../../platform/project-room.ts';
import { navigate } from '../../platform/router.ts';
import { sessionStore, setProject, useSession, type Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { PageProps } from '../../registry/page.ts';
import { offerTour } from '../tour/offer-tour.ts';
import { WorkspaceFrame } from './workspace-frame.tsx';

/**
 * The workspace of one project. Another project is another workspace: its panels and people are its own (SHL-059,
 * ACC-121).
 */
export function Page({ params }: PageProps) {
  const projectId = params['projectId'] ?? '';
  return <Workspace key={projectId} projectId={projectId} />;
}

function Workspace({ projectId }: { projectId: string }) {
  const t = useText();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['project', projectId],
    queryFn: async () => (await api.call(projectCalls.readProject, { params: { id: projectId } })).data,
  });
  const isRefused = error instanceof GromaError && (error.status === 403 || error.status === 404);
  const known = data?.name ?? null;
  useEffect(() => {
    if (!isRefused) return;
    // Whoever had it open is told what they have lost; nothing of it is kept for a look back.
    sessionStore.setState({ lostProject: known });
    queryClient.removeQueries({ queryKey: ['project', projectId] });
    navigate('/permissionDenied', { replace: true });
  }, [isRefused, known, projectId]);
  useCurrentProject(data);
  useProjectRoom(projectId, data !== undefined, refetch);
  const current = sessionStore((state) => state.project);
  if (error && !isRefused && !data) {
    return (
      <main className="page-centre">
        <ErrorState
          title={t('shell.workspaceFailed')}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      </main>
    );
  }
  if (current?.id !== projectId)
    return (
      <main className="page-centre" aria-busy>
        <Spinner label={t('shell.loading')} />
      </main>
    );
  return <OpenWorkspace project={current} />;
}

function OpenWorkspace({ project }: { project: Project }) {
  const user = useSession();
  useEffect(() => {
    document.title = `${project.name} · Groma`;
    return () => {
      document.title = 'Groma';
    };
  }, [project.name]);
  useEffect(() => offerTour(), []);
  return <WorkspaceFrame userId={user.id} projectId={project.id} />;
}

function useCurrentProject(data: Project | undefined): void {
  useEffect(() => {
    if (data) setProject(data);
  }, [data]);
  useEffect(() => () => setProject(null), []);
}

/** Comes into the project's room once the project may be read; a refusal later means that the role has changed. */
function useProjectRoom(projectId: string, mayEnter: boolean, refetch: () => unknown): void {
  useEffect(() => (mayEnter ? enterProjectRoom(projectId) : undefined), [projectId, mayEnter]);
  useEffect(
    () =>
      onRoomReturn(() => {
        refetch();
      }),
    [refetch],
  );
  useEffect(
    () =>
      roomStore.subscribe((room, before) => {
        if (room.connection === 'refused' && before.connection !== 'refused') refetch();
      }),
    [refetch],
  );
}
