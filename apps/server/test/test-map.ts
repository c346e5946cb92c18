import { randomUUID } from 'node:crypto';
import type { LayerFeature } from '@groma/geo';
import {
  map,
  origin,
  type LayerEntry,
  type LoggedEdit,
  type MapClientMessage,
  type MapPost,
  type MapPostReply,
  type MapServerMessage,
  type MapStateReply,
  type OriginReply,
  type VectorLayerData,
} from '@groma/protocol';
import type { Config } from '../src/platform/config.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** What a layer of features holds. */
export function vectorOf(data: LayerEntry['data']): VectorLayerData {
  if (data?.kind !== 'vector') throw new Error('The layer holds no features.');
  return data;
}

/** The real application with one person and a map of theirs: what most tests of maps begin with. */
export async function startWithMap(
  settings: Partial<Config> = {},
): Promise<{ server: TestServer; ann: Person; own: TestMap }> {
  const server = await startTestServer(settings);
  const ann = await server.signUp();
  return { server, ann, own: await TestMap.make(ann) };
}

/** A map of a person, with the calls that tests make. */
export class TestMap {
  readonly person: Person;
  readonly projectId: string;
  readonly mapId: string;

  constructor(person: Person, projectId: string, mapId: string) {
    this.person = person;
    this.projectId = projectId;
    this.mapId = mapId;
  }

  static async make(person: Person, projectId?: string): Promise<TestMap> {
    const id = projectId ?? (await person.makeProject());
    const { data } = await person.client.call(map.createMap, { params: { projectId: id }, body: { name: 'A map' } });
    return new TestMap(person, id, data.id);
  }

  as(person: Person): TestMap {
    return new TestMap(person, this.projectId, this.mapId);
  }

  get query(): { map_id: string; project_id: string } {
    return { map_id: this.mapId, project_id: this.projectId };
  }

  upload(name: string, content: Uint8Array | string): Promise<void> {
    return this.person.upload(this.projectId, `/data/${name}`, content);
  }

  import(path: string, more: { crs?: string; signal?: AbortSignal } = {}) {
    const { signal, ...query } = more;
    return this.person.client.call(map.importLayers, {
      query: { ...this.query, folder_name: 'data', file_path: path, ...query },
      signal,
    });
  }

  async state(): Promise<MapStateReply> {
    return (await this.person.client.call(map.readMapState, { query: this.query })).data;
  }

  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>> {
    return map.postToMap(this.person.client, this.mapId, post);
  }

  /** Makes a layer with points of these properties and gives its id. */
  async draw(name: string, properties: Record<string, string | number>[] = [], parentId = '0'): Promise<string> {
    const id = randomUUID();
    await this.post({
      type: 'Create_Vector_Layer',
      vector_data: {
        [id]: {
          features: properties.map((each, index) => ({
            geometry: { type: 'Point', coordinates: [index, 10] },
            properties: each,
          })),
        },
      },
      new_layers_hierarchy_info: { [id]: { id, text: name, type: 'Layer', parent_id: parentId, level: 1, order: 0 } },
    });
    return id;
  }

  /** How its layers were made. */
  async origins(): Promise<OriginReply[]> {
    const { person, projectId, mapId } = this;
    return (await person.client.call(origin.listOrigins, { params: { projectId }, query: { map_id: mapId } })).data;
  }

  /** Makes a layer, or the file of a path, again. */
  again(thing: string) {
    const { person, projectId, mapId } = this;
    return person.client.call(origin.runAgain, {
      params: { projectId },
      body: { thing: thing.startsWith('/data/') ? `file:${thing}` : `layer:${mapId}/${thing}` },
    });
  }

  async edits(layerId: string, after = 0): Promise<LoggedEdit[]> {
    const all: LoggedEdit[] = [];
    for (;;) {
      const { data } = await this.person.client.call(map.readLayerEdits, {
        params: { layerId },
        query: { ...this.query, after: all.at(-1)?.seq ?? after },
      });
      all.push(...data.edits);
      if (!data.has_more) return all;
    }
  }

  /** The read-map stream, line by line. */
  async lines(): Promise<Record<string, never>[]> {
    const reply = await this.person.client.open(map.streamMap, { query: this.query });
    return (await reply.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, never>);
  }

  /** Features of a layer by the stream, by id. */
  async features(layerId: string): Promise<Map<number, Omit<LayerFeature, 'fid'>>> {
    const found = new Map<number, Omit<LayerFeature, 'fid'>>();
    for (const line of await this.lines()) {
      const piece = line['vector_features'] as unknown as
        | { layer_id: string; features: { geometry: LayerFeature['geometry']; properties: Record<string, never> }[] }
        | undefined;
      if (piece?.layer_id !== layerId) continue;
      for (const {
        geometry,
        properties: { groma_fid: fid, ...properties },
      } of piece.features)
        found.set(fid as unknown as number, { geometry, properties });
    }
    return found;
  }

  enter(): Promise<TestVisitor> {
    return TestVisitor.enter(this);
  }
}

/** A socket in a map room that remembers what it was told. */
export class TestVisitor {
  readonly told: MapServerMessage[] = [];
  readonly socket: ReturnType<Person['socket']>;
  closed: { code: number; reason: string } | null = null;
  #posts = 0;

  private constructor(socket: ReturnType<Person['socket']>) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.told.push(JSON.parse(data.toString()) as MapServerMessage));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  static async enter({ person, mapId }: TestMap): Promise<TestVisitor> {
    const visitor = new TestVisitor(person.socket(`/parties/map/${mapId}?username=somebody-else&email=x`));
    await visitor.until(() => visitor.closed !== null || visitor.last('Presence') !== undefined);
    return visitor;
  }

  send(message: MapClientMessage | { type: string }): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Makes a change over the socket, as a page does that is open; gives the reply, or what it was refused with. */
  async post(post: MapPost | { type: string }): Promise<Extract<MapServerMessage, { type: 'Posted' | 'Refused' }>> {
    const n = ++this.#posts;
    this.send({ type: 'Post', n, post } as MapClientMessage);
    const answer = () =>
      this.told.find((message) => (message.type === 'Posted' || message.type === 'Refused') && message.n === n);
    await this.until(() => answer() !== undefined);
    return answer() as Extract<MapServerMessage, { type: 'Posted' | 'Refused' }>;
  }

  /** The newest message of a type. */
  last<Type extends MapServerMessage['type']>(type: Type): Extract<MapServerMessage, { type: Type }> | undefined {
    return this.told.findLast((message) => message.type === type) as
      | Extract<MapServerMessage, { type: Type }>
      | undefined;
  }

  async until(isReached: () => boolean, milliseconds = 5_000): Promise<void> {
    const end = Date.now() + milliseconds;
    while (!isReached()) {
      if (Date.now() > end)
        throw new Error(`It did not come in ${milliseconds} ms. Told: ${JSON.stringify(this.told).slice(0, 2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
