import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationReply } from '@groma/protocol';
import type { Workplace, Writer } from './writer.ts';

const pauseMs = 2_500;
/**
 * What is begun between two looks: a service that runs by itself is away until its lease has ended, and everybody goes
 * on.
 */
const mostBegun = 20;
const pollMs = 200;
/** Longest time from a kill to the end of all that it interrupted: the lease, three attempts, and their work. */
const patienceMs = 240_000;
const points = 4_000;
/** Five of these are more than is copied at once, in the call itself. */
const largeBytes = 14 * 1024 * 1024;
const zippedFiles = 60;
/** Duplicates are few by the limit of the product: 30 in an hour. */
const duplicateEvery = 15;
/** Looks after which a new project is made. */
const freshEvery = 4;
/** One in so many is canceled. */
const cancelEvery = 7;

const kinds = ['import', 'export', 'unpack', 'copy', 'convert'] as const;
type Kind = (typeof kinds)[number] | 'duplicate';
/** Kinds whose operations do not say what they become. */
const unnamed = ['export', 'copy', 'convert'] as const;

/**
 * Long work of all kinds, some of it canceled. After a kill each operation must end once: completed with its result
 * whole, or with none of it. What is wrong with a result counts as missing where it is too little, and as double where
 * it is too much.
 */
export async function writeOperations({ services, cookie }: Workplace): Promise<Writer> {
  const call = async <T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> => {
    const reply = await fetch(services.api + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const made = async (path: string, body: object): Promise<string> =>
    (await call<{ data: { id: string } }>(path, body)).data.id;
  let [projectId, root, mapId, layerId] = ['', '', '', ''];
  const upload = async (path: string, content: Uint8Array | string): Promise<void> => {
    const form = new FormData();
    form.append('filePaths', path);
    form.append('files', new Blob([content as never]), 'name');
    const reply = await fetch(`${services.api}${root}/files?replace=true`, {
      method: 'POST',
      body: form,
      headers: { cookie },
    });
    if (!reply.ok) throw new Error(`The upload of ${path} answered ${reply.status}.`);
  };
  const list = async (path: string): Promise<{ names: string[]; total: number; bytes: (number | null)[] }> => {
    const { data, total } = await call<{ data: { path: string; bytes: number | null }[]; total: number }>(
      `${root}/files?${new URLSearchParams({ path })}`,
    ).catch(() => ({ data: [], total: 0 }));
    return {
      names: data.map((each) => each.path.slice(path.length + 1)),
      total,
      bytes: data.map(({ bytes }) => bytes),
    };
  };

  const sources = makeSources();
  const importFile = (path: string): Promise<{ Layer: { id: string }[] }> =>
    call(
      `/maps/gcs?${new URLSearchParams({ map_id: mapId, project_id: projectId, folder_name: 'data', file_path: path })}`,
    );
  const exportLayer = (path: string): Promise<{ data: { bytes: number } }> =>
    call(`/maps/layers/${layerId}/export?${new URLSearchParams({ map_id: mapId, project_id: projectId })}`, {
      format: 'geojson',
      path,
    });
  const listOperations = async (): Promise<OperationReply[]> =>
    (await call<{ data: OperationReply[] }>(`/api/operations/projects/${projectId}`)).data;
  /** Works in a new project: what has been looked at would slow down the next looks. */
  const openProject = async (): Promise<void> => {
    if (projectId !== '') {
      const { data } = await call<{ data: { id: string; name: string }[] }>('/api/projects');
      for (const { id, name } of data)
        if (id === projectId || name.startsWith('duplicate-')) await call(`/api/projects/${id}`, undefined, 'DELETE');
    }
    projectId = await made('/api/projects', { name: 'Operations' });
    root = `/api/gcs/projects/${projectId}`;
    await upload('/data/points.geojson', sources.points);
    await upload('/data/flat.tif', sources.raster);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await upload(`/data/large/${name}.bin`, new Uint8Array(largeBytes));
    for (const path of ['/data/out', '/data/zips', '/data/copies', '/data/sources'])
      await call(`${root}/folders`, { path });
    mapId = await made(`/api/maps/projects/${projectId}`, { name: 'Operations' });
    layerId = (await importFile('/data/points.geojson')).Layer[0]!.id;
  };
  await openProject();
  const dismissEnded = async (operations: readonly OperationReply[]): Promise<void> => {
    for (const { id } of operations.filter((each) => !isOpen(each)))
      await call(`/api/operations/${id}`, undefined, 'DELETE');
  };
  const exportedBytes = (await exportLayer('/data/reference.geojson')).data.bytes;
  await dismissEnded(await listOperations());

  const begin: Record<Kind, (name: string) => Promise<unknown>> = {
    async import(name) {
      await upload(`/data/sources/${name}.geojson`, sources.points);
      return importFile(`/data/sources/${name}.geojson`);
    },
    export: (name) => exportLayer(`/data/out/${name}.geojson`),
    async unpack(name) {
      await upload(`/data/zips/${name}.zip`, sources.many);
      return call(`${root}/files/unpack`, { path: `/data/zips/${name}.zip` });
    },
    async copy(name) {
      await call(`${root}/folders`, { path: `/data/copies/${name}` });
      return call(`${root}/files/copy`, { paths: ['/data/large'], folder: `/data/copies/${name}` });
    },
    convert: (name) =>
      call(`/api/functions/groma-format-converter/projects/${projectId}`, {
        bucket_name: 'groma',
        operation_id: randomUUID(),
        input_paths: ['/data/flat.tif'],
        output_folder: `/data/cogs-${name}`,
        output_format: 'cog',
      }),
    duplicate: (name) => call(`/api/projects/${projectId}/duplicate`, { name }),
  };
  const isWhole = (whole: number, found: number): number => (found === whole ? 1 : found === 0 ? 0 : 0.5);
  /** How much of the result is there: 0, 1, a broken part of it, or more than one. */
  const find: Record<Kind, (name: string) => Promise<number>> = {
    async import(name) {
      const { data } = await call<{
        data: { layers: { text: string; data: { manifest: { featureCount: number } } }[] };
      }>(`/maps/state?${new URLSearchParams({ map_id: mapId, project_id: projectId })}`);
      const found = data.layers.filter(({ text }) => text === name);
      return found.length === 1 ? isWhole(points, found[0]!.data.manifest.featureCount) : found.length;
    },
    async export(name) {
      const { names, bytes } = await list('/data/out');
      const at = names.indexOf(`${name}.geojson`);
      return at < 0 ? 0 : isWhole(exportedBytes, bytes[at]!);
    },
    async unpack(name) {
      const { names } = await list('/data/zips');
      const folders = names.filter((each) => each === name || each.startsWith(`${name} (`));
      return folders.length === 1
        ? isWhole(zippedFiles, (await list(`/data/zips/${folders[0]}`)).total)
        : folders.length;
    },
    async copy(name) {
      const { names } = await list(`/data/copies/${name}`);
      if (names.length !== 1) return names.length;
      const { bytes } = await list(`/data/copies/${name}/${names[0]}`);
      return isWhole(
        5 * largeBytes,
        bytes.reduce<number>((sum, each) => sum + (each ?? 0), 0),
      );
    },
    convert: async (name) => (await list(`/data/cogs-${name}`)).names.length,
    async duplicate(name) {
      const { data } = await call<{ data: { name: string }[] }>('/api/projects');
      return data.filter((each) => each.name === name).length;
    },
  };

  const cancelOne = async (): Promise<void> => {
    const open = (await listOperations()).filter(isOpen);
    if (open[0]) await call(`/api/operations/${open[0].id}/cancel`, {});
  };
  const begun = new Map<string, Kind>();
  /** Calls that have no answer yet: what they begin may come after a look that does not wait for them. */
  const calls = new Set<Promise<unknown>>();
  let [ended, count, checks] = [0, 0, 0];

  return {
    name: 'operations',
    get acknowledged() {
      return ended;
    },
    async write(round, signal) {
      for (; !signal.aborted && begun.size < mostBegun; count += 1) {
        const kind = count % duplicateEvery === duplicateEvery - 1 ? 'duplicate' : kinds[count % kinds.length]!;
        const name = `${kind}-${round}-${count}`;
        begun.set(name, kind);
        const asked: Promise<unknown> = begin[kind](name)
          .catch(() => undefined)
          .finally(() => calls.delete(asked));
        calls.add(asked);
        if (count % cancelEvery === cancelEvery - 1) await cancelOne().catch(() => undefined);
        await sleep(pauseMs);
      }
    },
    async check() {
      const missing: string[] = [];
      const doubled: string[] = [];
      const until = performance.now() + patienceMs;
      await Promise.race([Promise.all(calls), sleep(patienceMs)]);
      let operations = await listOperations();
      while (operations.some(isOpen) && performance.now() < until) {
        await sleep(pollMs);
        operations = await listOperations();
      }
      missing.push(
        ...operations
          .filter(isOpen)
          .map(({ title, status, progress }) => `${title} is still ${status} at ${progress} %`),
      );
      const isCompleted = new Map(operations.map((each) => [nameOf(each), each.status === 'Completed']));
      const there: Partial<Record<Kind, number>> = {};
      for (const [name, kind] of begun) {
        const found = await find[kind](name);
        there[kind] = (there[kind] ?? 0) + found;
        const wanted = isCompleted.get(name);
        if (found > 1) doubled.push(`${name} is there ${found} times`);
        else if (found > 0 && found < 1) missing.push(`${name} is half made`);
        else if (wanted !== undefined && wanted !== (found === 1))
          missing.push(`${name} is ${wanted ? 'completed and not' : 'not completed and'} there`);
      }
      for (const kind of unnamed) {
        const wanted = operations.filter(({ task, status }) => task === kind && status === 'Completed').length;
        const found = there[kind] ?? 0;
        if (found < wanted) missing.push(`${wanted} of ${kind} are completed, ${found} are there`);
        if (found > wanted) doubled.push(`${wanted} of ${kind} are completed, ${found} are there`);
      }
      ended += operations.length;
      begun.clear();
      await dismissEnded(operations);
      checks += 1;
      if (checks % freshEvery === 0) {
        await openProject();
        await dismissEnded(await listOperations());
      }
      return { missing, doubled };
    },
  };
}

function isOpen({ status }: OperationReply): boolean {
  return status === 'Pending' || status === 'In Progress';
}

/** The name that this file gave an operation, where its title says it. */
function nameOf({ title, subtitle }: OperationReply): string {
  return subtitle ?? /(?:Import|Unpack) ([\w-]+)\./.exec(title)?.[1] ?? title;
}

function makeSources(): { points: string; raster: Uint8Array; many: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'groma-kills-sources-'));
  try {
    execFileSync('gdal_create', [
      '-q',
      '-outsize',
      '3000',
      '3000',
      '-ot',
      'Byte',
      '-burn',
      '7',
      join(folder, 'flat.tif'),
    ]);
    execFileSync('python3', [
      '-c',
      'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as z:\n  for n in range(int(sys.argv[2])): z.writestr(f"{n}.txt", "x" * 100)',
      join(folder, 'many.zip'),
      String(zippedFiles),
    ]);
    const features = Array.from({ length: points }, (_, n) => ({
      type: 'Feature',
      properties: { n },
      geometry: { type: 'Point', coordinates: [n % 180, n % 90] },
    }));
    return {
      points: JSON.stringify({ type: 'FeatureCollection', features }),
      raster: readFileSync(join(folder, 'flat.tif')),
      many: readFileSync(join(folder, 'many.zip')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
