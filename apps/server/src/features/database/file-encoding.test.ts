import { Readable } from 'node:stream';
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
  60_000,
);
