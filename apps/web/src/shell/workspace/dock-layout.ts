import type { SerializedDockview } from 'dockview-react';
import { hasStored, readStored, writeStored } from '../../platform/stored.ts';

/**
 * What a panel of the dock carries: its kind, and the parameters of that kind. A panel whose thing was renamed has an
 * `id` that the dock's own id, which never changes, no longer says.
 */
export interface DockPanelParams {
  kind: string;
  params: unknown;
  id?: string;
  isPreview?: boolean | undefined;
}

type GridNode = SerializedDockview['grid']['root'];

/** Where the layout of one person in one project is kept. */
export function layoutKey(userId: string, projectId: string): string {
  return `groma.layout.${userId}.${projectId}`;
}

/** Whether a person has opened no workspace in this browser yet. */
export function isNewcomer(userId: string): boolean {
  return !hasStored(layoutKey(userId, ''));
}

/** The kept layout without panels of kinds that are not there; null when nothing usable is left. */
export function readLayout(
  userId: string,
  projectId: string,
  isKnownKind: (kind: string) => boolean,
): SerializedDockview | null {
  const found = readStored(layoutKey(userId, projectId));
  return isLayout(found) ? pruneLayout(found, isKnownKind) : null;
}

export function writeLayout(userId: string, projectId: string, layout: SerializedDockview): void {
  writeStored(layoutKey(userId, projectId), layout);
}

/** Drops panels of unknown kinds, the groups they leave empty, and what floated. Null when no panel is left. */
export function pruneLayout(
  layout: SerializedDockview,
  isKnownKind: (kind: string) => boolean,
): SerializedDockview | null {
  const panels = Object.fromEntries(
    Object.entries(layout.panels).filter(([, panel]) => isKnownKind(String(panel.params?.['kind']))),
  );
  const root = pruneNode(layout.grid.root, new Set(Object.keys(panels)));
  if (!root || root.type !== 'branch') return null;
  const groups = groupIds(root);
  const { activeGroup } = layout;
  return {
    grid: { ...layout.grid, root },
    panels,
    ...(activeGroup !== undefined && groups.includes(activeGroup) ? { activeGroup } : {}),
  };
}

function isLayout(found: unknown): found is SerializedDockview {
  const { grid, panels } = (found ?? {}) as Partial<SerializedDockview>;
  return typeof grid?.root === 'object' && typeof panels === 'object' && panels !== null;
}

function pruneNode(node: GridNode, kept: ReadonlySet<string>): GridNode | null {
  if (Array.isArray(node.data)) {
    const data = node.data.flatMap((child) => pruneNode(child, kept) ?? []);
    return data.length === 0 ? null : { ...node, data };
  }
  const views = node.data.views.filter((id) => kept.has(id));
  if (views.length === 0) return null;
  const { activeView, ...group } = node.data;
  const active = activeView !== undefined && views.includes(activeView) ? activeView : views[0];
  return { ...node, data: { ...group, views, ...(active === undefined ? {} : { activeView: active }) } };
}

function groupIds(node: GridNode): string[] {
  return Array.isArray(node.data) ? node.data.flatMap(groupIds) : [node.data.id];
}
