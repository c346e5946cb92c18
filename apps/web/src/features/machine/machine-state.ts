import { isLive, type MachineHost } from '@groma/model';
import { machine } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, queryClient } from '../../platform/api.ts';
import { roomStore, useRoomMessage } from '../../platform/project-room.ts';

/** The machine of a project with the profiles the person may choose. */
export type MachineInfo = machine.MachineReply & {
  profiles: string[];
  defaultProfileId: string;
  host: MachineHost | null;
};

/** The notebooks keep the same answer under the same key. */
const machineKey = (projectId: string) => ['machine', projectId] as const;

/** Readouts are polled while there is something to read; state changes are told by the room. */
const pollMs = 4_000;

/** The machine of a project: state, readouts, kernels. */
export function useMachine(projectId: string) {
  useRoomMessage(
    'Machine_Changed',
    useCallback(() => {
      void queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
    }, [projectId]),
  );
  // What it was before the server went away is not known to be so any more.
  const isAway = roomStore(({ connection }) => connection === 'disconnected');
  const found = useQuery({
    queryKey: machineKey(projectId),
    queryFn: () => readMachineOf(projectId),
    refetchInterval: ({ state }) => (state.data && isLive(state.data.status) ? pollMs : false),
  });
  return isAway && found.data && isLive(found.data.status)
    ? { ...found, data: { ...found.data, status: 'Unknown' as const, cpuPercent: null, memoryGb: null } }
    : found;
}

/** The machine of a project as the server has it now. */
export async function readMachineOf(projectId: string): Promise<MachineInfo> {
  return (await api.call(machine.readMachine, { params: { projectId } })).data;
}

/** Starts the machine; answers when code can run. */
export async function startMachine(projectId: string, profile: string): Promise<void> {
  try {
    await api.call(machine.startMachine, { params: { projectId }, body: { profile } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  }
}

export async function stopMachine(projectId: string): Promise<void> {
  try {
    await api.call(machine.stopMachine, { params: { projectId } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  }
}

/** Ends one kernel with its variables; the machine goes on. */
export async function stopKernel(
  projectId: string,
  notebookId: string,
  language: MachineInfo['kernels'][number]['language'],
): Promise<void> {
  try {
    await api.call(machine.stopKernel, { params: { projectId, notebookId, language } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  }
}
