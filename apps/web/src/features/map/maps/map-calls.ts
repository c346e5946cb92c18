import { map, type MapInfo } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { madeOnce } from '../../../platform/made-once.ts';
import { onRoomReturn, useRoomMessage } from '../../../platform/project-room.ts';

const listKey = (projectId: string) => ['maps', projectId] as const;

export async function listMaps(projectId: string): Promise<MapInfo[]> {
  return (await api.call(map.listMaps, { params: { projectId } })).data;
}

/** A map of a project by its id, as the list that is shown has it; null where it is not there. */
export async function findMap(projectId: string, mapId: string): Promise<MapInfo | null> {
  const known = queryClient.getQueryData<MapInfo[]>(listKey(projectId)) ?? [];
  const found = known.find(({ id }) => id === mapId) ?? (await listMaps(projectId)).find(({ id }) => id === mapId);
  return found ?? null;
}

function refreshMaps(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

/** The maps of a project, kept in step with what others make, rename and delete. */
export function useMaps(projectId: string) {
  const refresh = useCallback(() => {
    void refreshMaps(projectId);
  }, [projectId]);
  useRoomMessage('Map_List_Changed', refresh);
  useEffect(() => onRoomReturn(refresh), [refresh]);
  return useQuery({ queryKey: listKey(projectId), queryFn: () => listMaps(projectId) });
}

export async function makeMap(projectId: string, name: string): Promise<MapInfo> {
  const { data } = await madeOnce(JSON.stringify(['map', projectId, name]), (key) =>
    api.call(map.createMap, { params: { projectId }, body: { name, key } }),
  );
  await refreshMaps(projectId);
  return data;
}

export async function renameMap(projectId: string, mapId: string, name: string): Promise<void> {
  await api.call(map.renameMap, { params: { mapId, projectId }, body: { name } });
  await refreshMaps(projectId);
}

export async function deleteMap(projectId: string, mapId: string): Promise<void> {
  await api.call(map.deleteMap, { params: { mapId, projectId } });
  await refreshMaps(projectId);
}

export async function duplicateMap(projectId: string, mapId: string): Promise<MapInfo> {
  const { data } = await madeOnce(JSON.stringify(['copy', projectId, mapId]), (key) =>
    api.call(map.duplicateMap, { params: { mapId, projectId }, body: { key } }),
  );
  await refreshMaps(projectId);
  return data;
}
