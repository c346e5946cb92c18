import type { Icon } from '@groma/ui';
import { create } from 'zustand';

/** Kinds of things that can be dragged and referred to (SHL-056). */
export const resourceKinds = [
  'file',
  'folder',
  'notebook',
  'map',
  'databaseEditor',
  'databaseTableViewer',
  'mapLayer',
  'mapLayerGroup',
  'workflow',
] as const;
type ResourceKind = (typeof resourceKinds)[number];

/** Kinds that search finds besides. */
type FoundKind = ResourceKind | 'project' | 'person' | 'notebookText' | 'language' | 'tool';

export interface Resource {
  kind: FoundKind;
  id: string;
  name: string;
  /** Where it is, or what it belongs to. */
  detail?: string;
}

export interface ResourceSource {
  kind: FoundKind;
  /** `account`: found outside a workspace too, and `list` gets an empty project id there. */
  scope?: 'account';
  /** Shown only when something has been typed. */
  isQuiet?: boolean;
  /** Text key of the group's name. */
  label: string;
  icon: Icon;
  /** All there are, for kinds of which a browser may hold them all: the palette finds in them by name. */
  list?(projectId: string): Promise<Resource[]>;
  /** Those that answer what was typed, for kinds that the server must look through. */
  find?(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]>;
  open(resource: Resource): void;
}

const resourceStore = create<{ sources: readonly ResourceSource[] }>(() => ({ sources: [] }));

/** Adds a kind of things that search finds. */
export function registerResourceSource(source: ResourceSource): void {
  resourceStore.setState(({ sources }) => ({
    sources: [...sources.filter(({ kind }) => kind !== source.kind), source],
  }));
}

export function useResourceSources(): readonly ResourceSource[] {
  return resourceStore((state) => state.sources);
}

/** All things of a kind in a project; none where no such kind is registered, or its things are only searched. */
export async function listResources(kind: ResourceKind, projectId: string): Promise<Resource[]> {
  const source = resourceStore.getState().sources.find((each) => each.kind === kind);
  return (await source?.list?.(projectId)) ?? [];
}

/**
 * Opens a thing by its kind, for whoever knows it but not the feature it is of; false where no such kind is registered.
 */
export function openResource(resource: Resource): boolean {
  const source = resourceStore.getState().sources.find(({ kind }) => kind === resource.kind);
  source?.open(resource);
  return source !== undefined;
}
