import { beforeAll, describe, expect, test } from 'vitest';
import { map, notebook, operation, project } from '@groma/protocol';
import { readBlocks, readCell, cellOf } from '@groma/model';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';
import type { Person } from '../../../test/test-server.ts';

let notebooks: TestNotebooks;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

describe.skipIf(skipReason)(kernelGroup('the rights of code'), { timeout: 90_000 }, () => {
  let own: TestMap;
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
    await own.draw('drawn', [{ n: 1 }]);
  });

  /** Runs code for a person in a notebook; `read` tells what a file that it writes says. */
  async function runAs(person: Person, code: string) {
    const { owner, projectId } = notebooks;
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: { name: 'Rights', initialTemplate: [{ type: 'code', props: { code } }] },
      })
    ).data;
    const live = await notebooks.watch(owner, id);
    const [block] = readBlocks(live.doc);
    const run = (who: Person, other = code) =>
      who.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { type: 'Enqueue_Code', blockId: block!.id, code: other },
      });
    await run(person);
    const cell = () => readCell(cellOf(live.doc, block!.codeId!)!);
    const text = () =>
      cell()
        .outputs.map((output) => ('text' in output ? output.text : ''))
        .join('');
    return { id, blockId: block!.id, run, cell, text };
  }
  const ended = async ({ cell }: { cell: () => { status: string } }) => {
    await expect.poll(() => cell().status, { timeout: 40_000 }).toBe('completed');
  };
  const adding = [
    'import groma, geopandas, shapely',
    'frame = geopandas.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(1, 2)], crs=4326)',
    'groma.maps["A map"].add(frame, name="made")',
    'print("added")',
  ].join('\n');

  test('[KRN-075] what code does is done by the person whose block runs, on the same kernel one after the other', async () => {
    const ben = await notebooks.server.signUp();
    await notebooks.server.share(notebooks.owner, notebooks.projectId, ben, 'PROJECT_EDITOR');
    const countOf = async (person: Person) =>
      (await person.client.call(operation.listOperations, { params: { projectId: notebooks.projectId } })).data.filter(
        ({ subject }) => subject === 'made',
      ).length;
    const first = await runAs(ben, adding);
    await ended(first);
    expect([first.text(), await countOf(ben), await countOf(notebooks.owner)]).toEqual(['added\n', 1, 0]);
    await first.run(notebooks.owner, `${adding}\nprint("twice")`);
    await expect.poll(first.text, { timeout: 20_000 }).toContain('twice');
    expect([await countOf(ben), await countOf(notebooks.owner)]).toEqual([1, 1]);
  });

  test('[KRN-075] between runs code has nobody’s rights, and after its person has lost them none either', async () => {
    const late = await runAs(
      notebooks.owner,
      [
        'import groma, threading, time',
        'def ask():',
        '  time.sleep(1.5)',
        '  try: groma.maps.create("late")',
        '  except groma.Error as error: print(error.code)',
        'threading.Thread(target=ask).start()',
      ].join('\n'),
    );
    await ended(late);
    await expect.poll(late.text, { timeout: 20_000 }).toBe('NO_BLOCK_RUNS\n');

    const eve = await notebooks.server.signUp();
    const { owner, projectId, server } = notebooks;
    await server.share(owner, projectId, eve, 'PROJECT_EDITOR');
    const stubborn = await runAs(
      eve,
      [
        'import groma, time',
        'print(len(groma.maps))',
        'while True:',
        '  try:',
        '    time.sleep(0.05)',
        '    groma.maps.create("by eve")',
        '  except KeyboardInterrupt: continue',
        '  except groma.Error as error:',
        '    print(error.code)',
        '    break',
      ].join('\n'),
    );
    await expect.poll(stubborn.text, { timeout: 40_000 }).not.toBe('');
    await owner.client.call(project.shareProject, {
      params: { projectId },
      body: { email: eve.email, role: 'PROJECT_VIEWER' },
    });
    await expect.poll(stubborn.text, { timeout: 20_000 }).toContain('FORBIDDEN');
    const names = (await owner.client.call(map.listMaps, { params: { projectId } })).data.map(({ name }) => name);
    expect(names).not.toContain('late');
  });

  test('[KRN-076] a kernel reaches its own socket alone, its own project alone, and the listed calls alone, whatever it says who asks', async () => {
    const { owner } = notebooks;
    const otherProject = await owner.makeProject('other');
    const other = await TestMap.make(owner, otherProject);
    const layerId = await other.draw('secret', [{ n: 1 }]);
    const { id: otherNotebook } = (
      await owner.client.call(notebook.createNotebook, { params: { projectId: otherProject }, body: { name: 'n' } })
    ).data;
    const eve = await notebooks.server.signUp();
    const asked = await runAs(
      owner,
      [
        'import os, glob, http.client, socket, json, groma',
        'from groma.call import call',
        'print(os.listdir("/run/groma"), glob.glob("/tmp/groma*"))',
        'for act in [lambda: open("/run/groma/x", "w"), lambda: os.remove("/run/groma/server")]:',
        '  try: act()',
        '  except OSError as error: print(error.errno)',
        'def ask(method, path, headers={}, body=None):',
        '  connection = http.client.HTTPConnection("x"); connection.sock = socket.socket(socket.AF_UNIX)',
        '  connection.sock.connect(os.environ["GROMA_SOCKET"]); connection.request(method, path, body, headers)',
        '  answer = connection.getresponse(); text = answer.read().decode()',
        '  return answer.status, (json.loads(text).get("code") if text.startswith("{") else text)',
        `print(ask("GET", "/maps/projects/${otherProject}/layers"), ask("GET", "/maps/layers/${layerId}/arrow?map_id=${other.mapId}&project_id=${otherProject}"))`,
        `print(ask("GET", "/maps/layers/${layerId}/arrow?map_id=${own.mapId}&project_id=${own.projectId}"))`,
        `print(ask("GET", "/api/maps/projects/${own.projectId}", {"cookie": ${JSON.stringify(eve.cookie)}})[0])`,
        `for method, path in [("DELETE", "/api/maps/${own.mapId}/projects/${own.projectId}"), ("GET", "/api/projects"), ("POST", "/parties/main/${otherNotebook}"), ("GET", "/healthz"), ("GET", "/maps/../api/projects"), ("GET", "/%2e%2e/metrics")]:`,
        '  print(ask(method, path, {"content-type": "application/json"} if method == "POST" else {}, "{}" if method == "POST" else None))',
        `try: call("POST", "/api/databases/projects/${own.projectId}/arrow", body={"database": "x" * 20_000_000, "query": "", "params": {}})`,
        'except groma.Error as error: print(error.code)',
      ].join('\n'),
    );
    await ended(asked);
    expect(asked.text().trim().split('\n')).toEqual([
      "['server'] []",
      '30',
      '30',
      "(404, 'NOT_FOUND') (404, 'NOT_FOUND')",
      "(404, 'LAYER_NOT_FOUND')",
      '200',
      ...Array.from({ length: 6 }, () => "(404, 'NOT_FOUND')"),
      'TOO_LARGE',
    ]);
  });
});
