/** What a server without any care does: all rows as objects, as one JSON. */
import { createServer } from 'node:http';
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(`CREATE TABLE measured AS ${process.argv[2]}`);
const server = createServer((_request, response) => {
  void connection.runAndReadAll('SELECT * FROM measured').then((reader) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reader.getRowObjectsJson()));
  });
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
