import { setTimeout as sleep } from 'node:timers/promises';
import { machine, notebook, createClient } from '@groma/protocol';
import type { GromaServer } from '../large-file/groma-server.ts';

const cells = 2_000;
const patienceMs = 300_000;

/** Makes outputs as notebooks have them: pictures, tables as HTML, long and short prints; some 25 kB for each cell. */
const helpers = `
import base64, os
from IPython.display import display, HTML, Image
def picture(n): display({'image/png': base64.b64encode(bytes.fromhex('89504e470d0a1a0a') + os.urandom(45_000)).decode()}, raw=True)
def table(n): display(HTML('<table>' + ''.join(f'<tr><td>{n}</td><td>{r}</td><td>{r * n}</td></tr>' for r in range(600)) + '</table>'))
def lines(n): print('\\n'.join(f'{n} {r} ' + 'x' * 60 for r in range(200)))
`;

const kinds = ['picture', 'table', 'lines', 'print'];

function codeOf(index: number): string {
  return index === 0
    ? `${helpers}print('ready')`
    : `# Step ${index} of the analysis\nvalue_${index} = [x * ${index} for x in range(10)]\n${kinds[index % kinds.length]}(${index})`;
}

/** Makes a notebook of 2,000 cells and runs all of them. Returns its id, and the same notebook as a Jupyter file. */
export async function makeLongNotebook({
  origin,
  cookie,
  projectId,
}: GromaServer): Promise<{ id: string; file: string }> {
  const client = createClient(origin, () => ({ cookie }));
  const blocks = Array.from({ length: cells }, (_, index) => ({
    id: `block-${index}`,
    type: 'code',
    props: { code: codeOf(index) },
  }));
  const {
    data: { id },
  } = await client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Long', initialTemplate: blocks },
  });
  await client.call(machine.startMachine, { params: { projectId }, body: {} });
  await client.call(notebook.postToNotebook, {
    params: { notebookId: id },
    body: { type: 'Enqueue_Blocks', blocks: blocks.map(({ id: blockId, props: { code } }) => ({ blockId, code })) },
  });
  const end = Date.now() + patienceMs;
  for (;;) {
    const file = await (await client.open(notebook.downloadNotebook, { params: { notebookId: id, projectId } })).text();
    const done = (JSON.parse(file) as { cells: { outputs: unknown[] }[] }).cells.filter(
      ({ outputs }) => outputs.length > 0,
    ).length;
    if (done === cells) return { id, file };
    if (Date.now() > end) throw new Error(`Only ${done} of ${cells} cells have run.`);
    await sleep(3_000);
  }
}
