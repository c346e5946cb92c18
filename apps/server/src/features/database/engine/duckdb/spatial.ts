import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlFunction } from '@groma/model';

/**
 * Loads DuckDB's extension with functions for geometries from its file. To be called before files are locked away. GDAL
 * inside it sorts what it writes in a file of its own, which would soon fill the sandbox's /tmp. Coordinates are
 * longitude before latitude everywhere, as in the layers: by its own default the extension takes the order that each
 * reference system defines, and lengths and areas on the ellipsoid would be wrong without a word.
 */
export async function loadSpatial(
  connection: DuckDBConnection,
  file: string,
  temporaryFolder: string,
): Promise<boolean> {
  process.env['CPL_TMPDIR'] = temporaryFolder;
  const isLoaded = await connection.run(`LOAD '${file.replaceAll("'", "''")}'`).then(
    () => true,
    // Of another version than DuckDB, or not for this computer: SQL goes on without.
    () => false,
  );
  if (isLoaded) await connection.run('SET GLOBAL geometry_always_xy = true');
  return isLoaded;
}

/** The functions that begin with `ST_`, each with all the ways in which it is called. */
export async function spatialFunctions(connection: DuckDBConnection): Promise<SqlFunction[]> {
  const rows = (
    await connection.runAndReadAll(
      `SELECT function_name AS name, string_agg(DISTINCT array_to_string(list_transform(list_zip(parameters, parameter_types), lambda each: concat_ws(' ', each[1], each[2])), ', '), chr(10)) AS signatures, any_value(description) AS description
       FROM duckdb_functions() WHERE function_name ILIKE 'st\\_%' ESCAPE '\\' GROUP BY 1 ORDER BY 1`,
    )
  ).getRowObjectsJson();
  return rows.map(({ name, signatures, description }) => {
    const [shortest] = String(signatures ?? '')
      .split('\n')
      .toSorted((one, other) => one.length - other.length);
    const text = typeof description === 'string' ? description.trim().split('\n')[0]! : '';
    return {
      name: String(name),
      signature: `${String(name)}(${shortest ?? ''})`,
      ...(text && { description: text }),
    };
  });
}
