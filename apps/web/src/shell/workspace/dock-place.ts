import type { AddPanelOptions, DockviewApi, DockviewGroupPanel } from 'dockview-react';
import { findPanelKind } from '../../registry/panel.ts';
import type { DockPanelParams } from './dock-layout.ts';

/** What of the height a strip takes when it is made. */
const stripShare = 0.4;

/** A group smaller than this share of the largest is no place that a person chose for documents. */
const smallShare = 0.5;

type Place = Pick<AddPanelOptions, 'position' | 'initialHeight'>;

/**
 * Where a new panel opens (SHL-018, SHL-146): a table of a layer in the strip below, a document in the group that is
 * in use, or in the largest one if that is the strip or small beside it.
 */
export function placeOf(api: DockviewApi, kind: string): Place {
  return findPanelKind(kind)?.opensBelow ? placeInStrip(api, kind) : placeOfDocument(api);
}

function placeInStrip(api: DockviewApi, kind: string): Place {
  const likes = api.panels.find((panel) => kindOf(panel) === kind);
  if (likes) return { position: { referencePanel: likes.id } };
  const active = api.activePanel;
  return active
    ? {
        position: { referencePanel: active.id, direction: 'below' },
        initialHeight: Math.round(active.api.height * stripShare),
      }
    : {};
}

function placeOfDocument({ groups, activeGroup, height }: DockviewApi): Place {
  const taking = groups.filter((group) => !isStrip(group));
  const [first] = taking;
  if (!first)
    return groups[0]
      ? {
          position: { referenceGroup: groups[0], direction: 'above' },
          initialHeight: Math.round(height * (1 - stripShare)),
        }
      : {};
  const largest = taking.reduce((best, group) => (areaOf(group) > areaOf(best) ? group : best), first);
  const isFit = activeGroup && taking.includes(activeGroup) && areaOf(activeGroup) >= smallShare * areaOf(largest);
  return { position: { referenceGroup: isFit ? activeGroup : largest } };
}

function isStrip({ panels }: DockviewGroupPanel): boolean {
  return panels.length > 0 && panels.every((panel) => findPanelKind(kindOf(panel))?.opensBelow);
}

function areaOf({ api }: DockviewGroupPanel): number {
  return api.width * api.height;
}

function kindOf({ params }: { params: unknown }): string {
  return (params as DockPanelParams).kind;
}
