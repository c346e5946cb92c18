import { setTimeout as sleep } from 'node:timers/promises';
import { database, map, project } from '@groma/protocol';
import { compare, type Workplace, type Writer } from './writer.ts';

const pauseMs = 50;
const afterFailureMs = 300;
const rows = 3_000;
/** Characters of a line of the file, with its end. */
const lineLength = 20;

/**
 * Somebody whose statements make layers and files, and put rows in the place of those of a layer. Each must be there
 * whole, once, or not at all.
 */
export async function writeSql({ services, client, cookie, projectId }: Workplace): Promise<Writer> {
  const { data: databases } = await client.call(database.listDatabases, { params: { projectId } });
  const { data: own } = await client.call(project.readProject, { params: { id: projectId } });
  const address = { tenantId: own.tenant, projectId, databaseId: databases[0]!.id };
  const mapOf = async (name: string): Promise<string> =>
    (await client.call(map.createMap, { params: { projectId }, body: { name } })).data.id;
  const [made, replaced] = [await mapOf('SQL'), await mapOf('SQL again')];
  const told = { layers: new Set<string>(), files: new Set<string>(), replaced: 0 };
  /** Whether a statement has told that it is done. */
  const run = async (query: string): Promise<boolean> => {
    const text = await (await client.open(database.managedSql, { params: address, body: { query } })).text();
    const kinds = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    return kinds.includes('data') && !kinds.includes('error');
  };
  const layersOf = async (mapId: string) =>
    (await client.call(map.readMapState, { query: { map_id: mapId, project_id: projectId } })).data.layers;
  const features = `ST_Point(range % 180, range % 80) AS geometry FROM range(${rows})`;
  let count = 0;
  const step = async (name: string): Promise<void> => {
    if (await run(`CREATE TABLE layers."${made}"."${name}" AS SELECT range AS n, ${features}`)) told.layers.add(name);
    const line = `SELECT lpad(range::VARCHAR, ${lineLength - 1}, '0') AS line FROM range(${rows})`;
    if (await run(`COPY (${line}) TO '/data/sql-${name}.csv' (HEADER false)`)) told.files.add(name);
    const version = ++count;
    if (await run(`CREATE OR REPLACE TABLE layers."${replaced}".again AS SELECT ${version} AS version, ${features}`))
      told.replaced = version;
  };
  return {
    name: 'layers and files of SQL',
    get acknowledged() {
      return told.layers.size + told.files.size + told.replaced;
    },
    async write(round, signal) {
      for (let i = 0; !signal.aborted; i += 1) {
        const isDone = await step(`${round}-${i}`).then(
          () => true,
          () => false,
        );
        await sleep(isDone ? pauseMs : afterFailureMs);
      }
    },
    async check() {
      const layers = (await layersOf(made)).map(({ text, data }) => ({
        name: text,
        isWhole: (data as { manifest?: { featureCount: number } } | null)?.manifest?.featureCount === rows,
      }));
      const files = (await listFiles(`${services.api}/api/gcs/projects/${projectId}/files`, cookie)).flatMap(
        ({ path, bytes }) => {
          const name = /^\/data\/sql-(.*)\.csv$/.exec(path)?.[1];
          return name === undefined ? [] : [{ name, isWhole: bytes === rows * lineLength }];
        },
      );
      const halves = [...layers, ...files].filter(({ isWhole }) => !isWhole).map(({ name }) => `half of ${name}`);
      const found = [
        compare(
          told.layers,
          layers.map(({ name }) => name),
        ),
        compare(
          told.files,
          files.map(({ name }) => name),
        ),
      ];
      return {
        missing: [...halves, ...found.flatMap(({ missing }) => missing), ...(await checkReplaced())],
        doubled: found.flatMap(({ doubled }) => doubled),
      };
    },
  };

  /** All features of the layer are of one statement, of the last one that was told to be done or a later one. */
  async function checkReplaced(): Promise<string[]> {
    if (told.replaced === 0) return [];
    const stream = await client.open(map.streamMap, { query: { map_id: replaced, project_id: projectId } });
    const versions = (await stream.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { vector_features?: { features: { properties: { version: number } }[] } })
      .flatMap(({ vector_features: part }) => part?.features ?? [])
      .map(({ properties }) => properties.version);
    const isWhole = versions.length === rows && new Set(versions).size === 1 && versions[0]! >= told.replaced;
    return isWhole
      ? []
      : [`replacement ${told.replaced} (${versions.length} features of ${[...new Set(versions)].join()})`];
  }
}

/** A call lists a window of the folder. */
async function listFiles(address: string, cookie: string): Promise<{ path: string; bytes: number | null }[]> {
  const data: { path: string; bytes: number | null }[] = [];
  for (let total = 1; data.length < total;) {
    const reply = await fetch(`${address}?offset=${data.length}`, { headers: { cookie } });
    const window = (await reply.json()) as { data: typeof data; total: number };
    if (window.data.length === 0) break;
    data.push(...window.data);
    total = window.total;
  }
  return data;
}
