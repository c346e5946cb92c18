import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGeneralNode, type WorkflowEdge, type WorkflowNode } from '@groma/model';
import { createClient, map, workflow, type Client } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { pythonPackages } from '../peer/python-packages.ts';

const count = Number(process.env['GROMA_BENCH_STEPS'] ?? 100);
const pollMs = 100;

let folder = '';
let server: GromaServer;
let client: Client;
let workflowId = '';
let nodes: WorkflowNode[] = [];
let edges: WorkflowEdge[] = [];
let peer: ChildProcess | null = null;
let lines: Interface;

const at = { x: 0, y: 0 };
const nodeId = (index: number): string => `add-${index}`;

/** Steps in a row, each of which adds one to what the step before it gave. */
function chainFrom(reference: string): void {
  nodes = [newGeneralNode('data', 'start', at, { label: 'start', reference })];
  edges = [];
  for (let index = 0; index < count; index++) {
    const parameters = { column_name: 'total', expression: '$total + 1' };
    nodes.push(
      newGeneralNode('tool', nodeId(index), at, { label: nodeId(index), tool: 'field_calculator', parameters }),
    );
    edges.push({
      id: `edge-${index}`,
      source: index === 0 ? 'start' : nodeId(index - 1),
      target: nodeId(index),
      targetHandle: 'features',
      type: 'default',
      data: {},
    });
  }
}

async function startOurs(): Promise<void> {
  server = await startGroma(folder, false);
  const { origin, cookie, projectId } = server;
  client = createClient(origin, () => ({ cookie }));
  const file = join(folder, 'start.csv');
  await writeFile(file, 'lat,lon,total\n10,10,0\n');
  await sendFile(server, file, '/data/start.csv');
  const { data: ownMap } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Bench' } });
  const imported = await client.call(map.importLayers, {
    query: { map_id: ownMap.id, project_id: projectId, folder_name: 'data', file_path: '/data/start.csv' },
  });
  chainFrom(`layer:${ownMap.id}/${imported.Layer[0]!.id}`);
  const made = await client.call(workflow.createWorkflow, {
    params: { projectId },
    body: { name: 'Bench', nodes, edges },
  });
  workflowId = made.data.id;
}

async function startPeer(): Promise<void> {
  const environment = await pythonPackages('prefect', ['prefect==3.9.1']);
  const script = join(import.meta.dirname, 'prefect-flow.py');
  const running = spawn(join(environment, 'bin/python'), [script, String(count)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PREFECT_HOME: join(folder, 'prefect'),
      PREFECT_LOGGING_LEVEL: 'ERROR',
      PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
      PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS: '300',
      DO_NOT_TRACK: '1',
    },
  });
  peer = running;
  lines = createInterface({ input: running.stdout });
  const ended = once(running, 'exit').then(() => {
    throw new Error('Prefect ended before it was ready.');
  });
  await Promise.race([once(lines, 'line'), ended]);
  // It ends when it is no longer needed.
  ended.catch(() => undefined);
}

const said = (value: number): string => `${count} steps, value ${value}`;

const benchmark: Benchmark = {
  name: 'workflow-overhead',
  description: `${count} trivial steps of a workflow in a row, each made anew and kept; the time of one step`,
  peerName: 'Prefect',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-workflow-'));
    await startOurs();
    await startPeer();
  },

  async ours(): Promise<Measurement> {
    const { projectId } = server;
    const runId = randomUUID();
    const params = { projectId, workflowId };
    const start = performance.now();
    await client.call(workflow.beginWorkflowRun, {
      params,
      body: { operation_id: runId, ...(nodes[1] && { again_from: nodes[1].id }) },
    });
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { data: run } = await client.call(workflow.readWorkflowRun, { params: { ...params, runId } });
      if (run.status === 'error') throw new Error(run.message);
      if (run.status === 'success') break;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(pollMs);
    }
    const value = (performance.now() - start) / count;
    const { data: rows } = await client.call(workflow.peekWorkflowStep, {
      params: { ...params, runId, nodeId: nodeId(count - 1) },
      query: { limit: 1 },
    });
    const column = rows.columns.findIndex(({ name }) => name === 'total');
    return { value, output: said(Number(rows.rows[0]![column])) };
  },

  async peer(): Promise<Measurement> {
    peer!.stdin!.write('\n');
    const [line] = (await once(lines, 'line')) as [string];
    const { milliseconds, value } = JSON.parse(line) as { milliseconds: number; value: number };
    return { value: milliseconds / count, output: said(value) };
  },

  async teardown() {
    if (peer && peer.exitCode === null) {
      const ended = once(peer, 'exit');
      peer.stdin!.end();
      await ended;
    }
    if (server) await stopProcess(server.process);
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
