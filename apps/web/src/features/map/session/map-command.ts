import type { HierarchyEntry } from '@groma/model';
import { t } from '../../../platform/text.ts';
import { defineCommand, type Command } from '../../../registry/command.ts';
import type { MapSession } from './map-session.ts';
import { findMapSession } from './use-map-session.ts';

/** What a command says and does with the map or layer that its argument names. */
interface OnMap<Argument, Thing> {
  isEnabled?: (session: MapSession, thing: Thing) => boolean | string;
  titleOf?: (session: MapSession, thing: Thing, argument: Argument) => string;
  run: (session: MapSession, argument: Argument) => void | Promise<void>;
}
type Face<Argument> = Omit<Command<Argument>, 'isEnabled' | 'titleOf' | 'run' | 'isHidden'>;
interface OfMap {
  mapId: string;
}
interface OfLayer extends OfMap {
  layerId: string;
}
type Shape<Argument> = { argument: NonNullable<Command<Argument>['argument']> };

/** A command on a map that is open, by its id; where it is not, the command says so. */
export function defineMapCommand<Argument extends OfMap>(
  command: Face<Argument> & OnMap<Argument, Argument> & Shape<Argument>,
): Command<Argument> & Shape<Argument> {
  const { isEnabled, titleOf, run, ...face } = command;
  return defineOn(face, {
    isEnabled: (argument) => {
      const session = findMapSession(argument.mapId);
      return session ? (isEnabled?.(session, argument) ?? true) : t('map.notOpen');
    },
    titleOf: (argument) => {
      const session = findMapSession(argument.mapId);
      return session && titleOf ? titleOf(session, argument, argument) : t(face.title);
    },
    run,
  });
}

/** A command on a layer or a group of a map that is open, by their ids; where it is not there, the command says so. */
export function defineLayerCommand<Argument extends OfLayer>(
  command: Face<Argument> & OnMap<Argument, HierarchyEntry> & Shape<Argument>,
): Command<Argument> & Shape<Argument> {
  const { isEnabled, titleOf, run, ...face } = command;
  const entryOf = ({ mapId, layerId }: Argument) => {
    const session = findMapSession(mapId);
    const entry = session?.state.hierarchy[layerId];
    return session && entry ? { session, entry } : null;
  };
  return defineOn(face, {
    isEnabled: (argument) => {
      const found = entryOf(argument);
      if (found) return isEnabled?.(found.session, found.entry) ?? true;
      const { mapId, layerId } = argument;
      return findMapSession(mapId) ? t('map.noSuchLayer', { layer: layerId, map: mapId }) : t('map.notOpen');
    },
    titleOf: (argument) => {
      const found = entryOf(argument);
      return found && titleOf ? titleOf(found.session, found.entry, argument) : t(face.title);
    },
    run,
  });
}

function defineOn<Argument extends OfMap>(
  face: Face<Argument> & Shape<Argument>,
  { run, ...asked }: Pick<Command<Argument>, 'isEnabled' | 'titleOf'> & Pick<OnMap<Argument, unknown>, 'run'>,
): Command<Argument> & Shape<Argument> {
  return defineCommand<Argument>({
    ...face,
    ...asked,
    isHidden: true,
    run: (argument: Argument) => {
      const session = findMapSession(argument.mapId);
      return session ? run(session, argument) : undefined;
    },
  } as never) as Command<Argument> & Shape<Argument>;
}

/** Why a layer cannot be changed: somebody else edits it. */
export function lockedReason({ state: { editors }, myId }: MapSession, layerId: string): string | undefined {
  const holder = editors[layerId];
  return holder && holder.userId !== myId ? t('map.editedBy', { name: holder.username }) : undefined;
}
