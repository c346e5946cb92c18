import { afterEach, expect, test, vi } from 'vitest';
import { sessionStore } from '../../platform/session.ts';
import { askCommand, registerCommands, runCommand } from '../../registry/command.ts';
import { databaseCommands } from './database-commands.ts';
import { takeOffered } from './editor/offered-query.ts';

afterEach(() => vi.unstubAllGlobals());

const database = (id: string, dbType: string) => ({
  id,
  name: id,
  project_id: 'p',
  dbType,
  created_at: '',
  updated_at: '',
  connection: null,
});

test('[SHL-156] the table of a layer offers a statement over it to the editor of the project, whatever it is called', async () => {
  registerCommands(Object.values(databaseCommands));
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: [database('own', 'managed-duckdb'), database('over', 'project')] }),
  );
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_VIEWER', plan_outcome: 'NO_ERROR' } as never });
  const argument = { map: 'My "World"', layer: 'roads' };
  expect(askCommand('database.query-layer', argument)).toBe(false);
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_OWNER', plan_outcome: 'NO_ERROR' } as never });
  await runCommand('database.query-layer', argument);
  const taken: string[] = [];
  takeOffered('over', (query) => taken.push(query))();
  expect(taken).toEqual(['SELECT * FROM layers."My ""World"""."roads" LIMIT 1000;']);
});
