import { canRunCode } from '@groma/model';
import { machine, type notebook } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { onRoomReturn, useRoomMessage } from '../../../platform/project-room.ts';

export interface MachineView {
  /** Code can run (KRN-004). */
  isAccessible: boolean;
  /** The notebook has a kernel on it (NBK-006). */
  hasKernel: boolean;
}

/** The machine's own feature keeps the same answer under the same key, so that both see one state. */
export const machineKey = (projectId: string) => ['machine', projectId] as const;

/** What a notebook must know of the project's machine. */
export function useMachine(projectId: string, notebookId: notebook.NotebookInfo['id']): MachineView {
  const { data } = useQuery({
    queryKey: machineKey(projectId),
    queryFn: () => api.call(machine.readMachine, { params: { projectId } }).then((reply) => reply.data),
  });
  const readAnew = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  }, [projectId]);
  useRoomMessage('Machine_Changed', readAnew);
  useEffect(() => onRoomReturn(readAnew), [readAnew]);
  if (!data) return { isAccessible: false, hasKernel: false };
  return { isAccessible: canRunCode(data), hasKernel: data.activeKernels.includes(notebookId) };
}
