import type { EvalProject } from '../eval-project.ts';
import { problems, type EvalTask } from '../eval-task.ts';
import { hasLooked } from '../facts.ts';

const countries = 'layers."World"."countries"';

async function styleOf(project: EvalProject, layer: string) {
  return (await project.layer(layer))?.style;
}

/** A question that makes a layer on the map World, whose rows are compared by a query with those of another. */
function makesLayer(id: string, question: string, name: string, made: string, wanted: string): EvalTask {
  return {
    id,
    kind: 'map',
    question,
    async check(_answer, project) {
      if (!(await project.layer(name))) return [`There is no layer ${name}.`];
      const [one, other] = [String(await project.value(made)), String(await project.value(wanted))];
      return problems(one !== other && `The layer gives ${one}, and not ${other}.`);
    },
  };
}

/** Questions that style, edit and make layers and maps. */
export const mapTasks: readonly EvalTask[] = [
  {
    id: 'red-countries',
    kind: 'map',
    question: 'Fill the layer countries with pure red (255, 0, 0), fully opaque.',
    async check(_answer, project) {
      const { fillColor } = (await styleOf(project, 'countries')) ?? {};
      return problems(JSON.stringify(fillColor) !== '[255,0,0,255]' && `It is ${JSON.stringify(fillColor)}.`);
    },
  },
  {
    id: 'thick-lines',
    kind: 'map',
    question: 'Draw the outlines of the layer countries 4 wide.',
    async check(_answer, project) {
      const { lineWidth } = (await styleOf(project, 'countries')) ?? {};
      return problems(lineWidth !== 4 && `They are ${String(lineWidth)} wide.`);
    },
  },
  {
    id: 'hide-places',
    kind: 'map',
    question: 'Hide the layer places.',
    async check(_answer, project) {
      const layer = await project.layer('places');
      return problems(!layer && 'The layer is gone.', layer?.visible === true && 'It is still shown.');
    },
  },
  {
    id: 'rename-italy',
    kind: 'map',
    question: 'In the layer countries, call Italy “Italia”.',
    async check(_answer, project) {
      const [italia, italy, all] = await Promise.all([
        project.value(`SELECT count(*) FROM ${countries} WHERE name = 'Italia' AND iso_a3 = 'ITA'`),
        project.value(`SELECT count(*) FROM ${countries} WHERE name = 'Italy'`),
        project.value(`SELECT count(*) FROM ${countries}`),
      ]);
      return problems(
        italia !== 1 && 'Italy is not called Italia.',
        italy !== 0 && 'There is still an Italy.',
        all !== 177 && `There are ${all} countries.`,
      );
    },
  },
  {
    id: 'delete-antarctica',
    kind: 'map',
    question: 'Delete Antarctica from the layer countries.',
    async check(_answer, project) {
      const names = (await project.rows(`SELECT name FROM ${countries}`)).map(([name]) => name);
      return problems(
        names.includes('Antarctica') && 'It is still there.',
        names.length !== 176 && `There are ${names.length} countries.`,
      );
    },
  },
  {
    id: 'add-place',
    kind: 'map',
    question: 'Add a place “Null Island” at longitude 0, latitude 0 to the layer places.',
    async check(_answer, project) {
      const sql = `SELECT ST_X(geometry), ST_Y(geometry) FROM layers."World"."places" WHERE name = 'Null Island'`;
      const rows = await project.rows(sql);
      return problems(
        rows.length !== 1 && `There are ${rows.length}.`,
        String(rows[0]) !== '0,0' && 'It lies elsewhere.',
      );
    },
  },
  {
    id: 'new-map',
    kind: 'map',
    question: 'Make an empty map called “Drafts”.',
    async check(_answer, project) {
      const isThere = (await project.maps()).some(({ name }) => name === 'Drafts');
      return problems(
        !isThere && 'There is no such map.',
        (await project.layers('Drafts')).length > 0 && 'It is not empty.',
      );
    },
  },
  makesLayer(
    'centroids',
    'Make a layer “Centres” on the map World with the centroid of each country of the layer countries.',
    'Centres',
    `SELECT count(*) || ' ' || min(ST_GeometryType(geometry)) FROM layers."World"."Centres"`,
    `SELECT count(*) || ' POINT' FROM ${countries}`,
  ),
  makesLayer(
    'african-layer',
    'Make a layer “Africa” on the map World with the countries of Africa of the layer countries.',
    'Africa',
    `SELECT string_agg(name, ',' ORDER BY name) FROM layers."World"."Africa"`,
    `SELECT string_agg(name, ',' ORDER BY name) FROM ${countries} WHERE continent = 'Africa'`,
  ),
  {
    id: 'where-is-japan',
    kind: 'map',
    question: 'Show me Japan on the open map.',
    async view(project) {
      const [world] = await project.maps();
      return { map: { id: world!.id } };
    },
    check: async (answer) => {
      const shown = answer.calls.find(({ name, state }) => name === 'show_on_map' && state === 'output-available');
      const { bounds } = (shown?.given ?? {}) as { bounds?: [number, number, number, number] };
      const [west = 0, south = 0, east = 0, north = 0] = bounds ?? [];
      return problems(
        !hasLooked(answer) && 'Nothing was looked at.',
        !bounds && 'The map was not moved to bounds.',
        bounds &&
          (west > 138 || east < 138 || south > 37 || north < 37 || east - west > 60) &&
          `It shows ${String(bounds)}.`,
      );
    },
  },
];
