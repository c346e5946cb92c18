import { useCallback, useSyncExternalStore } from 'react';
import type { Command } from '../../../registry/command.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import type { SomeMap } from './active-map.ts';
import type { MapTools } from './map-tools.ts';
import type { PartProps } from './open-pictures.ts';

/** Switches a tool of the map on and off. */
export function ToolButton({ session, picture, id, command }: PartProps & { id: string; command: Command<SomeMap> }) {
  const isOn = useTools(picture.tools, () => picture.tools.find(id)?.isOn === true);
  return <CommandButton command={command} argument={{ mapId: session.mapId }} active={isOn} />;
}

/** What is read of the tools of a map, anew after each change of theirs. */
export function useTools<Part extends boolean | string | null>(tools: MapTools, read: () => Part): Part {
  const subscribe = useCallback((listener: () => void) => tools.subscribe(listener), [tools]);
  return useSyncExternalStore(subscribe, read);
}
