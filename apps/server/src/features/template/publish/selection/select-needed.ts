import {
  compositeOf,
  filesOfRaster,
  type ProjectId,
  type StoryStep,
  type TemplateType,
  type WorkflowGraph,
} from '@groma/model';
import { readStoryOf } from '../../../../platform/live/read-story.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { PublishedSelection } from '../publish-needs.ts';
import { namedThings } from './named-things.ts';
import { companionsOf, filesMeant, filesOfSolid } from './needed-files.ts';
import { readProjectContent, type ProjectContent } from './project-content.ts';
import { inputsOfGraph, readGraph, readNotebookTexts, type NotebookTexts } from './read-texts.ts';

/** What is published: a map, notebook or workflow of a project, or the project itself. */
export interface PublishedThing {
  type: TemplateType;
  projectId: ProjectId;
  sourceId: string;
}

/** What a version would hold, with the texts that readers see of it. */
export interface NeededContent {
  selection: PublishedSelection;
  content: ProjectContent;
  notebooks: ReadonlyMap<string, NotebookTexts>;
  workflows: ReadonlyMap<string, WorkflowGraph>;
  /** Stories by their maps, of those that have one. */
  stories: ReadonlyMap<string, readonly StoryStep[]>;
}

/**
 * Finds what belongs to a publication: of a map the files that its layers are drawn of; of a notebook what its code,
 * statements and data blocks name; of a workflow what it takes; and what these need in their turn. Of a project it is
 * everything. Connections to other databases are in none.
 */
export async function selectNeeded(
  platform: Pick<Platform, 'database' | 'files' | 'documents'>,
  { type, projectId, sourceId }: PublishedThing,
): Promise<NeededContent> {
  const content = await readProjectContent(platform, projectId);
  const isWhole = type === 'SOLUTION';
  const search = new NeededSearch(platform, content, isWhole);
  if (isWhole) {
    for (const { id } of content.maps) search.addMap(id);
    for (const { id } of content.notebooks) search.addNotebook(id);
    for (const { id } of content.workflows) search.addWorkflow(id);
    for (const { id } of content.databases) search.databases.add(id);
    for (const { path } of content.files) search.files.add(path);
  } else if (type === 'MAP') search.addMap(sourceId);
  else if (type === 'NOTEBOOK') search.addNotebook(sourceId);
  else search.addWorkflow(sourceId);
  await search.run();
  return {
    content,
    notebooks: search.notebooks,
    workflows: search.workflows,
    stories: search.stories,
    selection: {
      maps: search.maps,
      notebooks: new Set(search.notebooks.keys()),
      workflows: new Set(search.workflows.keys()),
      databases: search.databases,
      files: search.files,
      isWhole,
    },
  };
}

class NeededSearch {
  readonly maps = new Map<string, Set<string> | null>();
  readonly notebooks = new Map<string, NotebookTexts>();
  readonly workflows = new Map<string, WorkflowGraph>();
  readonly stories = new Map<string, readonly StoryStep[]>();
  readonly databases = new Set<string>();
  readonly files = new Set<string>();
  readonly #platform: Pick<Platform, 'documents'>;
  readonly #content: ProjectContent;
  readonly #unread: (() => Promise<void>)[] = [];
  readonly #known = new Set<string>();

  readonly #isWhole: boolean;

  /** `isWhole`: everything is taken, so that nothing need be looked for. */
  constructor(platform: Pick<Platform, 'documents'>, content: ProjectContent, isWhole: boolean) {
    this.#platform = platform;
    this.#content = content;
    this.#isWhole = isWhole;
  }

  addMap(mapId: string): void {
    this.maps.set(mapId, null);
    if (this.#isNew(mapId))
      this.#unread.push(async () => {
        const steps = await readStoryOf(this.#platform, mapId);
        if (steps.length > 0) this.stories.set(mapId, steps);
      });
    for (const layer of this.#content.layers) if (layer.mapId === mapId) this.#addFilesOf(layer);
  }

  addNotebook(id: string): void {
    if (!this.#isNew(id) || !this.#content.notebooks.some((each) => each.id === id)) return;
    this.#unread.push(async () => {
      const texts = await readNotebookTexts(this.#platform, id);
      this.notebooks.set(id, texts);
      this.#addNamed([...texts.data, ...texts.cells.map(({ code }) => code)]);
    });
  }

  addWorkflow(id: string): void {
    if (!this.#isNew(id) || !this.#content.workflows.some((each) => each.id === id)) return;
    this.#unread.push(async () => {
      const graph = await readGraph(this.#platform, id);
      this.workflows.set(id, graph);
      this.#addNamed(inputsOfGraph(graph));
    });
  }

  async run(): Promise<void> {
    for (let read = this.#unread.shift(); read; read = this.#unread.shift()) await read();
  }

  #isNew(id: string): boolean {
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    return true;
  }

  #addNamed(texts: readonly string[]): void {
    if (this.#isWhole) return;
    const named = namedThings(texts, this.#content);
    for (const id of named.maps) this.addMap(id);
    for (const id of named.layers) this.#addLayer(id);
    for (const id of named.notebooks) this.addNotebook(id);
    for (const id of named.workflows) this.addWorkflow(id);
    for (const id of named.databases) this.databases.add(id);
    for (const path of named.files) this.#addFile(path);
  }

  #addLayer(id: string): void {
    const layer = this.#content.layers.find((each) => each.id === id);
    if (!layer) return;
    const chosen = this.maps.get(layer.mapId);
    if (chosen === null) return;
    this.maps.set(layer.mapId, (chosen ?? new Set<string>()).add(id));
    this.#addFilesOf(layer);
  }

  #addFilesOf({ type, kind, source }: ProjectContent['layers'][number]): void {
    if (type === 'Group') return;
    if (kind === 'raster')
      for (const url of filesOfRaster({ url: String(source['url'] ?? '') })) this.#addFilesOfRaster(url);
    if (kind === 'solid')
      for (const path of filesOfSolid(String(source['path'] ?? ''), this.#content)) this.#addFile(path);
  }

  #addFilesOfRaster(url: string): void {
    const composite = compositeOf(url);
    const recipe = composite !== null && this.#content.composites.find(({ id }) => id === composite)?.recipe;
    for (const said of recipe ? textsOf(recipe) : [url])
      if (said.startsWith('/data/')) for (const path of filesMeant(said, this.#content)) this.#addFile(path);
  }

  #addFile(path: string): void {
    if (!this.#content.paths.has(path)) return;
    this.files.add(path);
    for (const beside of companionsOf(path, this.#content)) this.files.add(beside);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').map((line) => line.split('#')[0]!);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
