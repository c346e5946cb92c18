import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { database } from '@groma/protocol';
import { checkSandbox } from '../../platform/kernel/sandbox.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { tenantOf } from '../../../test/test-tenant.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let projectId: string;
let path: { tenantId: string; projectId: string; databaseId: string };

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
  const {
    data: { id },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Texts', dbType: 'managed-duckdb' },
  });
  path = { tenantId: await tenantOf(ann), projectId, databaseId: id };
});
afterAll(() => server.close());

const ask = async (query: string) =>
  (await ann.client.open(database.managedSql, { params: path, body: { query } })).text();

test.skipIf(!isAvailable)(
  '[DBS-088] a CSV in an encoding of before Unicode is read by path, by views and into tables, as found out or as chosen',
  async () => {
    const put = (name: string, text: string, encoding: string) =>
      server.platform.files.write(
        projectId as ProjectId,
        parseDataPath(`/data/${name}`),
        Readable.from([iconv.encode(text, encoding)]),
        { replace: true },
      );
    const towns = `город,число\n${Array.from({ length: 40 }, (_, row) => `${['Москва', 'Ярославль', 'Щёлково', 'Улан-Удэ'][row % 4]!},${row}`).join('\n')}\n`;
    await put('towns.csv', towns, 'windows-1251');
    await put('dos.csv', 'a\nПривет\n', 'cp866');
    const found = await ask("SELECT towns.город AS g FROM '/data/towns.csv' WHERE число = 2");
    expect(found).toContain('"rows":[["Щёлково"]]');
    const told = await (
      await ann.client.open(database.runQuery, {
        params: { databaseId: path.databaseId },
        body: { query: "FROM '/data/towns.csv'" },
      })
    ).text();
    expect(told).toContain('was read as windows-1251, which is a guess');
    expect(await ask("SELECT a FROM read_csv('/data/dos.csv', encoding = 'CP866')")).toContain('"rows":[["Привет"]]');
    expect(
      await ask(
        "CREATE TABLE towns(g VARCHAR, n INT); COPY towns FROM '/data/towns.csv' (HEADER, ENCODING 'windows-1251'); SELECT count(*) AS n, max(g) AS g FROM towns",
      ),
    ).toContain('[[40,"Ярославль"]]');
    const { data: schema } = await ann.client.call(database.readSchema, { params: { databaseId: path.databaseId } });
    expect(schema.tables.find(({ name, kind }) => kind === 'file' && name === 'towns.csv')).toMatchObject({
      columns: [{ name: 'город' }, { name: 'число' }],
    });
    const first = () => ask('SELECT город AS g FROM files."towns.csv" ORDER BY число LIMIT 1');
    expect(await first()).toContain('[["Москва"]]');
    await put('towns.csv', towns.replace('Москва', 'Пермь'), 'windows-1251');
    expect(await first()).toContain('[["Пермь"]]');
    await put('towns.csv', towns.replace('Москва', 'Омск'), 'utf-8');
    expect(await first()).toContain('[["Омск"]]');
    // A byte that Windows-1251 has no letter for is no reason to make one up.
    await server.platform.files.write(
      projectId as ProjectId,
      parseDataPath('/data/odd.csv'),
      Readable.from([Buffer.from([0x61, 10, 0xcf, 0x98, 0xf0, 10])]),
    );
    expect(await ask("SELECT nothing FROM read_csv('/data/odd.csv', encoding = 'cp1251')")).toContain(
      'does not fit windows-1251',
    );
    expect(await ask("SELECT nothing FROM '/data/dos.csv'")).toContain('"position":7');
  },
);

test.skipIf(!isAvailable)(
  '[DBS-089] patterns of files and packed files are read in their encodings too, each in its own, and never as other letters',
  async () => {
    const put = (name: string, bytes: Uint8Array) =>
      server.platform.files.write(projectId as ProjectId, parseDataPath(`/data/many/${name}`), Readable.from([bytes]), {
        replace: true,
      });
    const towns = (first: number) =>
      `город,число\n${Array.from({ length: 40 }, (_, row) => `${['Москва', 'Ярославль', 'Щёлково', 'Улан-Удэ'][row % 4]!},${first + row}`).join('\n')}\n`;
    await put('a.csv', iconv.encode(towns(0), 'windows-1251'));
    await put('b.csv', Buffer.from(towns(100)));
    await put('c.csv', iconv.encode(towns(200), 'koi8-r'));
    await put('d.csv.gz', gzipSync(iconv.encode(towns(300), 'windows-1251')));
    await put('plain.txt.gz', gzipSync(Buffer.from(towns(400))));
    const scheme = '[[120,"Щёлково","Москва"]]';
    const counted =
      'SELECT count(*) AS n, max(город) FILTER (число % 4 = 2) AS g, min(город) FILTER (число % 4 = 0) AS m';
    expect(await ask(`${counted} FROM '/data/many/*.csv'`)).toContain(scheme);
    expect(await ask(`${counted} FROM read_csv('/data/many/?.csv', header = true) t`)).toContain(scheme);
    expect(await ask(`${counted} FROM read_csv(['/data/many/a.csv', '/data/many/[bc].csv'])`)).toContain(scheme);
    expect(await ask("SELECT max(число) AS n FROM read_csv('/data/many/[a].csv', encoding = 'cp1251')")).toContain(
      '[[39]]',
    );
    expect(await ask(`${counted} FROM '/data/many/*.csv.gz'`)).toContain('[[40,"Щёлково","Москва"]]');
    expect(await ask("SELECT город AS g FROM '/data/many/d.csv.gz' LIMIT 1")).toContain('[["Москва"]]');
    expect(await ask("SELECT город AS g FROM read_csv('/data/many/plain.txt.gz') LIMIT 1")).toContain('[["Москва"]]');
    const refused = await ask("CREATE TABLE many(g VARCHAR, n INT); COPY many FROM '/data/many/*.csv' (HEADER)");
    expect(refused).toContain('COPY reads several files as UTF-8 only');
    expect(refused).toContain('a.csv');
    const whole = gzipSync(iconv.encode(towns(0), 'windows-1251'));
    await put('cut.csv.gz', whole.subarray(0, whole.length - 40));
    expect(await ask("FROM '/data/many/cut.csv.gz'")).toContain('it is damaged or incomplete');
  },
);
