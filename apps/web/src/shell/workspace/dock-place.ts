import type { AddPanelOptions, DockviewApi, DockviewGroupPanel } from 'dockview-react';
import { findPanelKind } from '../../registry/panel.ts';
import type { DockPanelParams } from './dock-layout.ts';

/** What of the height a strip takes when it is made. */
const stripShare = 0.4;

/** Pixels that a group beside another has when it is made. */
const widthBeside = 380;

/** A group smaller than this share of the largest is no place that a person chose for documents. */
const smallShare = 0.5;

type Place = Pick<AddPanelOptions, 'position' | 'initialHeight' | 'initialWidth'>;

/**
 * Where a new panel opens (SHL-018, SHL-146): a table of a layer in the strip below, the story of a map beside it, a
 * document in the group that is in use, or in the largest one if that is the strip or small beside it.
 */
export function placeOf(api: DockviewApi, kind: string): Place {
  const { opensBelow = false, opensBeside = false } = findPanelKind(kind) ?? {};
  return opensBelow || opensBeside ? placeByActive(api, kind, opensBelow) : placeOfDocument(api);
}

/** Below or beside the panel in use, unless panels of this kind have a group already. */
function placeByActive(api: DockviewApi, kind: string, isBelow: boolean): Place {
  const likes = api.panels.find((panel) => kindOf(panel) === kind);
  if (likes) return { position: { referencePanel: likes.id } };
  const active = (ownGroup(api) ?? api.activeGroup)?.activePanel;
  if (!active) return {};
  const { width, height } = active.api;
  return isBelow
    ? { position: { referencePanel: active.id, direction: 'below' }, initialHeight: Math.round(height * stripShare) }
    : {
        position: { referencePanel: active.id, direction: 'right' },
        initialWidth: Math.min(widthBeside, Math.round(width / 2)),
      };
}

function placeOfDocument({ groups, activeGroup, height }: DockviewApi): Place {
  const taking = takingDocuments(groups);
  const largest = largestOf(taking);
  if (!largest)
    return groups[0]
      ? {
          position: { referenceGroup: groups[0], direction: 'above' },
          initialHeight: Math.round(height * (1 - stripShare)),
        }
      : {};
  const isFit = activeGroup && taking.includes(activeGroup) && areaOf(activeGroup) >= smallShare * areaOf(largest);
  return { position: { referenceGroup: isFit ? activeGroup : largest } };
}

/** The group in use, or the largest one where that holds only what belongs to something else. */
function ownGroup({ groups, activeGroup }: DockviewApi): DockviewGroupPanel | undefined {
  const taking = takingDocuments(groups);
  return activeGroup && taking.includes(activeGroup) ? activeGroup : largestOf(taking);
}

function largestOf(groups: readonly DockviewGroupPanel[]): DockviewGroupPanel | undefined {
  return groups.toSorted((one, other) => areaOf(other) - areaOf(one))[0];
}

const takingDocuments = (groups: readonly DockviewGroupPanel[]): DockviewGroupPanel[] =>
  groups.filter((group) => !isAside(group));

/** Holds only what belongs to something else. */
function isAside({ panels }: DockviewGroupPanel): boolean {
  return (
    panels.length > 0 &&
    panels.every((panel) => {
      const kind = findPanelKind(kindOf(panel));
      return kind?.opensBelow === true || kind?.opensBeside === true;
    })
  );
}

function areaOf({ api }: DockviewGroupPanel): number {
  return api.width * api.height;
}

function kindOf({ params }: { params: unknown }): string {
  return (params as DockPanelParams).kind;
}
