import { IconButton } from '@groma/ui';
import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import type { MapTools } from './map-tools.ts';

/** Switches a tool of the map on and off. */
export function ToolButton({
  tools,
  id,
  ...look
}: {
  tools: MapTools;
  id: string;
  label: string;
  shortcut: string;
  icon: ReactElement;
}) {
  const isOn = useTools(tools, () => tools.find(id)?.isOn === true);
  return <IconButton {...look} active={isOn} onClick={() => tools.find(id)?.turn?.(!isOn)} />;
}

/** What is read of the tools of a map, anew after each change of theirs. */
export function useTools<Part extends boolean | string | null>(tools: MapTools, read: () => Part): Part {
  const subscribe = useCallback((listener: () => void) => tools.subscribe(listener), [tools]);
  return useSyncExternalStore(subscribe, read);
}
