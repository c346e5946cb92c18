import { beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Binary, Field, Int32, Schema, Table, tableToIPC, vectorFromArray } from 'apache-arrow';
import { formatWkb } from '@groma/geo';
import { TOOLS } from '@groma/model';
import { database, notebook, origin, tool } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestSql } from '../../../test/test-sql.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';

let notebooks: TestNotebooks;
let own: TestMap;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

/** What code prints, or the error it ends with, as text. */
async function printed(...lines: string[]): Promise<string> {
  const { runAll, until, text } = await notebooks.open(lines.join('\n'));
  await runAll();
  await until(0, { status: 'completed' });
  return text(0);
}

/** Two rows with a number and a place. */
function arrowStream(): Uint8Array<ArrayBuffer> {
  const metadata = new Map([['groma:geometry', '{"encoding":"wkb","srid":4326}']]);
  const schema = new Schema([new Field('n', new Int32(), true), new Field('g', new Binary(), true, metadata)]);
  const places = [1, 2].map((x) => formatWkb({ type: 'Point', coordinates: [x, 3] }));
  const table = new Table(schema, {
    n: vectorFromArray([1, 2], new Int32()),
    g: vectorFromArray(places, new Binary()),
  });
  return Uint8Array.from(tableToIPC(table, 'stream'));
}

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const feature = (geometry: object | null, properties: object) => ({ type: 'Feature', geometry, properties });
const square = (x: number, y: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
      [x, y],
    ],
  ],
});

describe.skipIf(skipReason)(kernelGroup('groma in Python'), { timeout: 90_000 }, () => {
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
    await own.upload(
      'towns.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature(point(10, 50), { name: 'Aa', people: 100, since: '2001-02-03', is_big: true }),
          feature(square(1, 2), { name: 'Bb', people: 200, since: null, is_big: false }),
          feature({ type: 'MultiPoint', coordinates: [[3, 4]] }, { name: 'Cc', people: 300, since: '2004-05-06' }),
          feature(
            {
              type: 'MultiPoint',
              coordinates: [
                [5, 6, 7],
                [7, 8, 9],
              ],
            },
            { name: 'Dd', people: 9_007_199_254_740_991 },
          ),
          feature(null, { name: 'Ee' }),
        ],
      }),
    );
    await own.import('/data/towns.geojson');
  });

  test('[KRN-069] layers are listed, and read with their geometries, types and edits', async () => {
    expect(
      await printed(
        'import groma',
        'print(list(groma.layers), "towns" in groma.layers, "x" in groma.layers)',
        'layer = groma.layers["A map/towns"]',
        'print(layer, layer.columns)',
        'frame = layer.frame()',
        'print(frame.geometry.to_wkt().tolist())',
        'print(frame.index.tolist(), frame.crs.to_epsg(), [str(kind) for kind in frame.dtypes])',
        'print(frame.people.tolist(), frame.name.tolist())',
      ),
    ).toBe(
      [
        "['A map/towns'] True False",
        "Layer('A map/towns') ['name', 'people', 'since', 'is_big']",
        "['POINT (10 50)', 'POLYGON ((1 2, 2 2, 2 3, 1 3, 1 2))', 'MULTIPOINT ((3 4))', 'MULTIPOINT Z ((5 6 7), (7 8 9))', nan]",
        "[1, 2, 3, 4, 5] 4326 ['str', 'float64', 'datetime64[us]', 'object', 'geometry']",
        "[100.0, 200.0, 300.0, 9007199254740991.0, nan] ['Aa', 'Bb', 'Cc', 'Dd', 'Ee']",
        '',
      ].join('\n'),
    );
  });

  test('[KRN-069] a layer somebody has edited is read as it is then; columns, a box and Arrow can be asked for', async () => {
    const drawn = await own.draw('drawn', [
      { n: 1, word: 'a' },
      { n: 2, word: 'b' },
      { n: 3, word: 'c' },
    ]);
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [drawn]: [
          { type: 'Edit_Property', edits: [{ fid: 2, column: 'word', value: 'B' }] },
          { type: 'Delete', fids: [1] },
        ],
      },
    });
    expect(
      await printed(
        'import groma',
        'layer = groma.layers["drawn"]',
        'print(layer.frame().to_dict("records"))',
        'print(layer.frame(columns="word", bbox=(1.5, 0, 5, 20)).columns.tolist(), len(layer.frame(bbox=(1.5, 0, 5, 20))))',
        'table = layer.arrow(columns=["n"])',
        'print(table.column_names, table.schema.field("geometry").metadata[b"ARROW:extension:name"], table.num_rows)',
        'try: layer.frame(columns=["x"])',
        'except KeyError as error: print(error)',
      ),
    ).toBe(
      [
        "[{'n': 2, 'word': 'B', 'geometry': <POINT (1 10)>}, {'n': 3, 'word': 'c', 'geometry': <POINT (2 10)>}]",
        "['word', 'geometry'] 1",
        "['groma_fid', 'n', 'geometry'] b'geoarrow.wkb' 2",
        `"the layer has no column 'x'; it has n, word"`,
        '',
      ].join('\n'),
    );
  });

  test('[KRN-070] SQL over the project gives frames, with parameters; what is wrong is an error with the text of the product', async () => {
    await own.upload('prices.csv', 'name,price\nAa,1.5\nBb,2.5\n');
    expect(
      await printed(
        'import groma, numpy, datetime',
        'frame = groma.sql("""SELECT t.name, p.price, t.geometry FROM layers."A map".towns t',
        '  JOIN files."/data/prices.csv" p USING (name) WHERE p.price > $least ORDER BY 1""", least=numpy.float64(2))',
        'print(type(frame).__name__, frame.crs.to_epsg(), frame.drop(columns="geometry").to_dict("records"))',
        'print(groma.sql("CREATE TABLE kept AS SELECT $day::DATE AS day", day=datetime.date(2020, 1, 2)))',
        'print(groma.tables["This project/main/kept"].frame().to_dict("records"))',
        'for query, database in [("SELECT * FROM nothing", "This project"), ("SELECT 1", "no such")]:',
        '  try: groma.sql(query, database=database)',
        '  except groma.Error as error: print(error.code, str(error).splitlines()[0][:60])',
      ),
    ).toMatch(
      new RegExp(
        [
          "GeoDataFrame 4326 \\[{'name': 'Bb', 'price': 2.5}\\]",
          'None',
          "\\[{'day': .*2020.*}\\]",
          'SQL_FAILED .*nothing.*',
          'BAD_INPUT This project has no database called "no such"\\.',
          '',
        ].join('\\n'),
      ),
    );
  });

  test('[KRN-071] a frame becomes a layer of a map, styled and seen by those who have the map open, and comes back the same', async () => {
    const visitor = await own.enter();
    expect(
      await printed(
        'import groma, geopandas, pandas, shapely, numpy',
        'frame = geopandas.GeoDataFrame({',
        '  "whole": [1, 2, -3], "real": [0.5, numpy.nan, 2], "word": ["a", None, "ü"], "yes": [True, False, True],',
        '  "at": pandas.to_datetime(["2020-01-02T03:04:05.678", None, "1999-12-31T00:00:00.000"]), "kind": pandas.Categorical(["x", "y", "x"]),',
        '  "list": [[1, 2], None, []]},',
        '  geometry=[shapely.Point(500000, 5000000), shapely.LineString([(500000, 5000000), (500010, 5000000)]), None], crs=32633)',
        'layer = groma.maps["A map"].add(frame, name="Hot / spots", style={"fillColor": [1, 2, 3], "opacity": 0.5})',
        'print(layer, list(groma.maps), list(groma.maps["A map"].layers)[0])',
        'back = layer.frame()',
        'print(back.drop(columns="geometry").to_dict("list"))',
        'print(back.geometry.geom_type.tolist(), back.geometry.iloc[0].distance(shapely.Point(15, 45.153)) < 0.01)',
        'for wrong in [{"style": {"colour": 1}}, {"name": ""}]:',
        '  try: groma.maps["A map"].add(frame, **{"name": "x", **wrong})',
        '  except groma.Error as error: print(error.code, error)',
        'try: groma.maps["A map"].add(pandas.DataFrame({"a": [1]}), name="x")',
        'except TypeError as error: print(error)',
      ),
    ).toMatch(
      new RegExp(
        [
          '.* 1 feature of .* has no place .*',
          "Layer\\('A map/Hot / spots'\\) \\['A map'\\] Hot / spots",
          "{'whole': \\[1, 2, -3\\], 'real': \\[0.5, nan, 2.0\\], 'word': \\['a', nan, 'ü'\\], 'yes': \\[True, False, True\\], 'at': \\[Timestamp\\('2020-01-02 03:04:05.678000'\\), NaT, Timestamp\\('1999-12-31 00:00:00'\\)\\], 'kind': \\['x', 'y', 'x'\\], 'list': \\[\\[1, 2\\], .*, \\[\\]\\]}",
          "\\['Point', 'LineString', nan\\] True",
          'BAD_INPUT style: .*',
          'BAD_INPUT name: .*',
          'a layer is made of a GeoDataFrame with a geometry, not of a DataFrame',
          '',
        ].join('\\n'),
      ),
    );
    const { layers, vector_style } = await own.state();
    const made = layers.find(({ text }) => text === 'Hot / spots')!;
    expect(vector_style[made.id]).toMatchObject({ fillColor: [1, 2, 3], opacity: 0.5 });
    await visitor.until(() => JSON.stringify(visitor.told).includes(made.id));
    expect(visitor.last('Layers_Hierarchy_Changed' as never) ?? true).toBeTruthy();
    visitor.socket.close();
  });

  test('[KRN-072] every tool is a function, with its help, for a layer or a frame', async () => {
    expect(
      await printed(
        'import groma, inspect',
        `print(len(dir(groma.tools)) == ${TOOLS.length}, "radius" in groma.tools.buffer.__doc__)`,
        'print(str(inspect.signature(groma.tools.buffer))[:20])',
        'layer = groma.tools.buffer("A map/towns", radius=2, name="Near towns")',
        'print(layer, len(layer.frame()), sorted(set(layer.frame().geom_type.dropna())))',
        'frame = groma.tools.buffer(groma.layers["towns"], radius=1, keep=False)',
        'print(type(frame).__name__, len(frame), "towns" in groma.layers)',
        'try: groma.tools.buffer("towns", radius="wide")',
        'except groma.Error as error: print(error.code, error)',
        'try: groma.tools.buffer("towns", width=2)',
        'except TypeError as error: print(str(error)[:40])',
        'try: groma.tools.nothing',
        'except AttributeError as error: print(error)',
      ),
    ).toMatch(
      new RegExp(
        [
          'True True',
          '\\(layer, /, \\*, .*',
          "Layer\\('A map/Near towns'\\) 4 \\['MultiPolygon', 'Polygon'\\]",
          'GeoDataFrame 4 True',
          'BAD_INPUT radius must be a number, not “wide”\\.',
          "buffer\\(\\) has no parameter 'width'.*",
          'There is no tool “nothing”.',
          '',
        ].join('\\n'),
      ),
    );
  });

  test('[RES-008, KRN-072, NBK-142] code and tools take a table of a database', async () => {
    const { data } = await own.person.client.call(database.createDatabase, {
      params: { projectId: own.projectId },
      body: { name: 'city', dbType: 'managed-duckdb' },
    });
    await new TestSql(own.person, data.id).rows(
      "CREATE TABLE sales AS SELECT 'a' AS code, 3 AS n UNION ALL SELECT 'a', 4",
    );
    expect(
      await printed(
        'import groma',
        'table = groma.tables["city/main/sales"]',
        'print(repr(groma.tables).startswith("Tables(["), "city/" in repr(groma.tables))',
        'print(table.reference)',
        'frame = groma.tools.aggregate(table, group_by=["code"], sum_of=["n"], keep=False)',
        'print(int(frame["sum_n"].iloc[0]))',
        'try: groma.tools.aggregate("table:city/main/none", keep=False)',
        'except groma.Error as error: print(error.code)',
        // As data blocks give them: a table by the id of its database, a file by its path, a layer by its ids.
        `print(len(groma.read("table:${data.id}/main/sales")))`,
        'open("/data/read.csv", "w").write("a,b\\n1,2\\n")',
        'print(groma.read("file:/data/read.csv").to_dict("records"), groma.read("/data/read.csv").shape)',
        'print(type(groma.read(groma.layers["A map/towns"].reference)).__name__)',
        'for name in ["layer:A map/none", "result:x", None]:',
        '  try: groma.read(name)',
        '  except (groma.Error, ValueError) as error: print(error)',
      ),
    ).toBe(
      [
        'True True',
        'table:city/main/sales',
        '7',
        'TABLE_NOT_FOUND',
        '2',
        "[{'a': 1, 'b': 2}] (1, 2)",
        'GeoDataFrame',
        'This project has no layer “layer:A map/none”.',
        '“result:x” has no rows that code can read.',
        'no data is chosen',
        '',
      ].join('\n'),
    );
  });

  test('[KRN-073] names are completed, also while no block runs', async () => {
    const { id, runAll, until } = await notebooks.open('import groma');
    await runAll();
    await until(0, { status: 'completed' });
    const complete = async (code: string) =>
      (
        await notebooks.owner.client.call(notebook.completeCode, {
          params: { notebookId: id, projectId: notebooks.projectId },
          body: { code, cursor: code.length },
        })
      ).data.matches.map(({ text }) => text);
    await expect
      .poll(() => complete('groma.layers["'), { timeout: 20_000 })
      .toEqual(expect.arrayContaining([expect.stringContaining('A map/towns')]));
    await expect.poll(() => complete('groma.tools.buf'), { timeout: 20_000 }).toContain('buffer');
    await expect
      .poll(() => complete('groma.maps["'), { timeout: 20_000 })
      .toEqual(expect.arrayContaining([expect.stringContaining('A map')]));
  });

  test('[KRN-074] files are found by their paths, and no path leads out of /data', async () => {
    await own.upload('sub/a b.csv', 'x\n1\n');
    expect(
      await printed(
        'import groma',
        'print("/data/sub/a b.csv" in list(groma.files), groma.files["/data/sub/a b.csv"].frame().x.tolist())',
        'for key in ["/data/../etc/passwd", "../x", "/etc/passwd", "/data/none.csv"]:',
        '  try: groma.files[key]',
        '  except groma.Error as error: print(error.code)',
      ),
    ).toBe('True [1]\nBAD_PATH\nBAD_PATH\nBAD_PATH\nFILE_NOT_FOUND\n');
  });

  test('[KRN-078] a layer that code has made names its notebook, block and person; it is not run again as a tool', async () => {
    const { id, blockIds, runAll, until } = await notebooks.open(
      [
        'import groma, geopandas, shapely',
        'frame = geopandas.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(1, 2)], crs=4326)',
        'print(groma.maps["A map"].add(frame, name="by code").id)',
      ].join('\n'),
    );
    await runAll();
    const { outputs } = await until(0, { status: 'completed', outcome: 'ok' });
    const layerId = (outputs[0] as { text: string }).text.trim();
    const originOf = async (layer: string) => {
      const { data } = await notebooks.owner.client.call(origin.listOrigins, {
        params: { projectId: own.projectId },
        query: { map_id: own.mapId },
      });
      return data.find(({ thing }) => thing.endsWith(layer));
    };
    expect(await originOf(layerId)).toMatchObject({
      kind: 'notebook',
      doer: id,
      version: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      parameters: { code: expect.stringContaining('by code') as string },
      username: notebooks.owner.username,
      notebook: { id, name: 'Runs', block_id: blockIds[0] },
      inputs: [],
    });
    await expect(
      notebooks.owner.client.call(origin.runAgain, {
        params: { projectId: own.projectId },
        body: { thing: `layer:${own.mapId}/${layerId}` },
      }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('notebook') as string });
    expect((await own.state()).layers.find((each) => each.id === layerId)?.data).toMatchObject({
      source: { crs: expect.anything() as string },
    });
    await notebooks.owner.client.call(notebook.deleteNotebook, {
      params: { notebookId: id, projectId: notebooks.projectId },
    });
    expect(await originOf(layerId)).toMatchObject({ kind: 'notebook', notebook: null });
  });

  test('[KRN-071] the same operation sent again, with its rows or without, is answered with the same layer, and nobody else’s is', async () => {
    const body = (name: string, id: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/vnd.apache.arrow.stream' },
      path: `/maps/${own.mapId}/layers/arrow?${new URLSearchParams({ name, geometry_column: 'g', operation_id: id })}`,
    });
    const stream = arrowStream();
    const id = randomUUID();
    const post = (person: typeof notebooks.owner, name: string, content: Uint8Array<ArrayBuffer>) => {
      const { path, ...rest } = body(name, id);
      return person.fetch(path, { ...rest, body: content });
    };
    const layerOf = async (reply: Response) =>
      ((await reply.json()) as { data: { layer: { id: string } } }).data.layer.id;
    const first = await layerOf(await post(notebooks.owner, 'once', stream));
    expect(await layerOf(await post(notebooks.owner, 'once', stream))).toBe(first);
    expect(await layerOf(await post(notebooks.owner, 'once', new Uint8Array(0)))).toBe(first);
    const ben = await notebooks.server.signUp();
    await notebooks.server.share(notebooks.owner, notebooks.projectId, ben, 'PROJECT_EDITOR');
    expect((await post(ben, 'once', stream)).status).toBe(400);
    expect((await own.state()).layers.filter(({ text }) => text === 'once')).toHaveLength(1);
    const broken = await notebooks.owner.fetch(body('broken', randomUUID()).path, {
      ...body('broken', ''),
      body: stream.slice(0, 200),
    });
    expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([422, 'IMPORT_FAILED']);
    const missing = body('none', randomUUID());
    const refused = await notebooks.owner.fetch(missing.path.replace('column=g', 'column=h'), {
      ...missing,
      body: stream,
    });
    expect([refused.status, (await own.state()).layers.some(({ text }) => text === 'none')]).toEqual([422, false]);
  });

  test('[RES-007] the chain of tools that made a layer is a script that makes it again, from layers and files', async () => {
    await own.upload('extra.csv', 'name,rank\nAa,1\nBb,2\n');
    const run = async (toolId: string, layer: string, name: string, parameters: object) =>
      (
        await own.person.client.call(tool.runTool, {
          params: { toolId, projectId: own.projectId },
          body: { layer, parameters: { ...parameters }, output: { kind: 'layer', map_id: own.mapId, name } },
        })
      ).data.layer!.id;
    const reference = (id: string) => `layer:${own.mapId}/${id}`;
    const { layers: all } = await own.state();
    const towns = all.find(({ text }) => text === 'towns')!.id;
    const joined = await run('attribute_join', reference(towns), 'Ranked "towns"', {
      other_layer: 'file:/data/extra.csv',
      column: 'name',
      other_column: 'name',
    });
    const buffered = await run('buffer', reference(joined), 'Reach', { radius: 2, unit: 'miles', iterate: false });
    const { data } = await own.person.client.call(origin.readOriginScript, {
      params: { projectId: own.projectId },
      query: { thing: reference(buffered) },
    });
    expect(data.script).toContain('layer_2 = groma.tools.buffer(\n    layer_1,\n    radius=2,');
    // Nothing that the form proposes anyway.
    expect(data.script).not.toContain('segments=');
    const ranks = 'print(sorted(layer_1.frame()["rank"].dropna().astype(int)), len(layer_2.frame()), layer_2.name)';
    expect(await printed(...data.script.split('\n'), ranks)).toBe('[1, 2] 1 Reach\n');
    expect(await printed('import groma', 'print(len(groma.tools.centroid("/data/towns.geojson", keep=False)))')).toBe(
      '4\n',
    );
    const before = await own.features(buffered);
    const again = (await own.state()).layers.find(({ id, text }) => text === 'Reach' && id !== buffered)!.id;
    expect([...(await own.features(again)).values()].map(({ geometry }) => geometry)).toEqual(
      [...before.values()].map(({ geometry }) => geometry),
    );
  });

  test('[RES-007, RES-008] statements and files are steps of a script, and what code asks for names its block', async () => {
    const { layers: all } = await own.state();
    const towns = `layer:${own.mapId}/${all.find(({ text }) => text === 'towns')!.id}`;
    const make = (toolId: string, layer: string, output: object) =>
      own.person.client.call(tool.runTool, {
        params: { toolId, projectId: own.projectId },
        body: { layer, parameters: {}, output } as never,
      });
    const { data: points } = await make('centroid', towns, { kind: 'layer', map_id: own.mapId, name: 'Spots' });
    const write = [
      'import groma',
      `groma.sql('CREATE TABLE layers."A map"."Some {1}" AS SELECT * FROM layers."A map"."Spots" LIMIT 2')`,
      `groma.sql("COPY (SELECT name FROM layers.\\"A map\\".\\"Some {1}\\") TO '/data/some.csv'")`,
      'groma.tools.buffer("A map/Some {1}", radius=3, file="/data/some.geojson")',
      'print("made")',
    ];
    expect(await printed(...write)).toBe('made\n');
    const read = async (thing: string) =>
      (await own.person.client.call(origin.readOrigin, { params: { projectId: own.projectId }, query: { thing } })).data
        .origin!;
    for (const thing of ['file:/data/some.csv', 'file:/data/some.geojson'])
      expect((await read(thing)).notebook).toMatchObject({ name: 'Runs', block_id: expect.any(String) as string });
    const scripts = await Promise.all(
      ['file:/data/some.csv', 'file:/data/some.geojson'].map(async (thing) => {
        const asked = { params: { projectId: own.projectId }, query: { thing } };
        return (await own.person.client.call(origin.readOriginScript, asked)).data.script;
      }),
    );
    expect(scripts[0]).toContain('layer_1 = groma.tools.centroid(');
    expect(scripts[0]).toContain('FROM layers."{layer_1.map_id}"."{layer_1.id}" LIMIT 2');
    expect(scripts[0]).toContain('"{layer_2.map_id}"."{layer_2.id}"');
    // The layers of before are not what it goes on with.
    await own.post({ type: 'Delete_Layers', layer_ids: [points.layer!.id] });
    await own.post({
      type: 'Delete_Layers',
      layer_ids: (await own.state()).layers.filter(({ text }) => text === 'Some {1}').map(({ id }) => id),
    });
    const [csv, geojson] = scripts.map((script) => script.split('\n'));
    expect(await printed(...csv!, 'print(len(file_3.frame()), layer_2.name)')).toBe('2 Some {1}\n');
    expect(await printed(...geojson!, 'print(file_3, groma.files[file_3].frame().geom_type.unique().tolist())')).toBe(
      "/data/some.geojson ['Polygon']\n",
    );
  });
});
