import { sourceCells, type WorkflowGraph } from '@groma/model';
import {
  assistant,
  database,
  file,
  fileWindow,
  map,
  notebook,
  operation,
  project,
  workflow,
  type Client,
} from '@groma/protocol';
import * as Y from 'yjs';
import { TestSql } from '../test-sql.ts';

/** The sample project of a person who has just signed up, as checks look at it: by its calls, not by the assistant. */
export class EvalProject {
  readonly client: Client;
  readonly id: string;
  readonly #sql: TestSql;

  private constructor(client: Client, id: string, sql: TestSql) {
    this.client = client;
    this.id = id;
    this.#sql = sql;
  }

  static async open(client: Client): Promise<EvalProject> {
    const [sample] = (await client.call(project.listProjects)).data;
    if (!sample) throw new Error('There is no sample project: the server makes none.');
    const [own] = (await client.call(database.listDatabases, { params: { projectId: sample.id } })).data;
    return new EvalProject(client, sample.id, new TestSql({ client }, own!.id));
  }

  get params(): { projectId: string } {
    return { projectId: this.id };
  }

  rows(sql: string): Promise<unknown[][]> {
    return this.#sql.rows(sql);
  }

  /** The only value of a query. */
  async value(sql: string): Promise<string | number | boolean | null> {
    const value = (await this.rows(sql))[0]?.[0];
    return typeof value === 'bigint' ? Number(value) : (value as string | number | boolean | null);
  }

  async maps() {
    return (await this.client.call(map.listMaps, { params: this.params })).data;
  }

  /** The layers of a map, with their styles. */
  async layers(mapName = 'World') {
    const found = (await this.maps()).find(({ name }) => name === mapName);
    if (!found) return [];
    const query = { map_id: found.id, project_id: this.id };
    const { layers, vector_style: styles } = (await this.client.call(map.readMapState, { query })).data;
    return layers.map((layer) => ({ ...layer, style: styles[layer.id] }));
  }

  async layer(name: string, mapName = 'World') {
    return (await this.layers(mapName)).find(({ text }) => text === name);
  }

  async notebooks() {
    return (await this.client.call(notebook.listNotebooks, { params: this.params })).data;
  }

  /** The cells of a notebook with their ids; none where there is no such notebook. */
  async cells(name = 'Where people live') {
    const found = (await this.notebooks()).find((each) => each.name === name);
    if (!found) return [];
    const params = { ...this.params, notebookId: found.id };
    const { data } = await this.client.call(notebook.readNotebook, { params });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
    return sourceCells(doc);
  }

  async workflows() {
    return (await this.client.call(workflow.listWorkflows, { params: this.params })).data;
  }

  async graph(name = 'Countries to GeoParquet'): Promise<WorkflowGraph | undefined> {
    const found = (await this.workflows()).find((each) => each.name === name);
    if (!found) return undefined;
    return (await this.client.call(workflow.readWorkflow, { params: { ...this.params, workflowId: found.id } })).data;
  }

  async files(path = '/data'): Promise<string[]> {
    const { data } = await this.client.call(file.listFiles, { params: this.params, query: { path, limit: 500 } });
    return data.map((each) => each.path);
  }

  /** The text of a file; null where there is none. */
  async text(path: string): Promise<string | null> {
    const query = { path, start: 0, count: 2_000 };
    try {
      const { rows } = await this.client.call(fileWindow.textWindow, { params: this.params, query });
      return rows.map((row) => row.text).join('\n');
    } catch {
      return null;
    }
  }

  async write(path: string, text: string): Promise<void> {
    const form = new FormData();
    form.append('filePaths', path);
    form.append('files', new Blob([text]), path.split('/').at(-1));
    await this.client.call(file.uploadFiles, { params: this.params, query: { replace: 'true' }, form });
  }

  async operations() {
    return (await this.client.call(operation.listOperations, { params: this.params })).data;
  }

  /** All that tells whether something was changed: names, sources, styles and the numbers of features. */
  async state(): Promise<string> {
    const [files, maps, layers, notebooks, cells, graph] = await Promise.all([
      this.files(),
      this.maps(),
      this.layers(),
      this.notebooks(),
      this.cells(),
      this.graph(),
    ]);
    const names = [maps, notebooks].map((all) => all.map(({ name }) => name));
    const sources = cells.map(({ source }) => source);
    const looks = layers.map(({ text, data, style, visible }) => [text, data, style, visible]);
    return JSON.stringify([files, names, sources, graph, looks]);
  }

  async thread(title: string): Promise<string> {
    const { data } = await this.client.call(assistant.createChatThread, { params: this.params, body: { title } });
    return data.id;
  }
}
