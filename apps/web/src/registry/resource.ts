import type { Icon } from '@groma/ui';
import { create } from 'zustand';

/** Kinds of things that can be dragged and referred to (SHL-056). */
type ResourceKind =
  | 'file' | 'folder' | 'notebook' | 'map' | 'databaseEditor' | 'databaseTableViewer' | 'mapLayer' | 'mapLayerGroup' | 'workflow';

export interface Resource {
  kind: ResourceKind | 'project';
  id: string;
  name: string;
  /** Where it is, or what it belongs to. */
  detail?: string;
}

export interface ResourceSource {
  kind: ResourceKind | 'project';
  /** `account`: found outside a workspace too, and `list` gets an empty project id there. */
  scope?: 'account';
  /** Text key of the group's name. */
  label: string;
  icon: Icon;
  list(projectId: string): Promise<Resource[]>;
  open(resource: Resource): void;
}

const resourceStore = create<{ sources: readonly ResourceSource[] }>(() => ({ sources: [] }));

/** Adds a kind of things that search finds. */
export function registerResourceSource(source: ResourceSource): void {
  resourceStore.setState(({ sources }) => ({ sources: [...sources.filter(({ kind }) => kind !== source.kind), source] }));
}

export function useResourceSources(): readonly ResourceSource[] {
  return resourceStore((state) => state.sources);
}
