import type { ChatView } from '@groma/protocol';
import type { EvalProject } from '../eval-project.ts';
import { problems, type EvalTask } from '../eval-task.ts';

/** The sample notebook is open. */
async function openNotebook(project: EvalProject): Promise<ChatView> {
  const [first] = await project.notebooks();
  return { notebook: first!.id };
}

/** A question about the open notebook, with what its sources are to be: `sources` are those of all cells before. */
function aboutNotebook(
  id: string,
  question: string,
  check: (after: readonly string[], before: readonly string[]) => string[],
): EvalTask {
  let before: readonly string[] = [];
  return {
    id,
    kind: 'notebook',
    question,
    view: openNotebook,
    async prepare(project) {
      before = (await project.cells()).map(({ source }) => source);
    },
    async check(_answer, project) {
      return check(
        (await project.cells()).map(({ source }) => source),
        before,
      );
    },
  };
}
const others = (after: readonly string[], before: readonly string[]) => after.filter((each) => !before.includes(each));

/** Questions that read and change notebooks. */
export const notebookTasks: readonly EvalTask[] = [
  aboutNotebook('ten-largest', 'Show the ten countries with the most people instead of five.', (after) =>
    problems(
      !after.some((source) => /nlargest\(\s*10\s*,/.test(source)) && 'No cell takes the ten largest.',
      after.some((source) => /nlargest\(\s*5\s*,/.test(source)) && 'A cell still takes the five largest.',
    ),
  ),
  aboutNotebook('new-heading', 'Call the notebook’s first heading “People of the world”.', (after, before) =>
    problems(
      after[0] !== '# People of the world' && `The first cell is: ${after[0]}`,
      after.slice(1).join('\n') !== before.slice(1).join('\n') && 'Other cells have changed.',
    ),
  ),
  aboutNotebook('add-cell', 'Add a Python cell at the end that prints the number of rows of places.', (after, before) =>
    problems(
      after.length !== before.length + 1 && `There are ${after.length} cells.`,
      !/print\(.*(?:len\(places|places\.shape\[0\])/s.test(after.at(-1) ?? '') && `The last cell is: ${after.at(-1)}`,
    ),
  ),
  aboutNotebook('delete-plot', 'Remove the cell that draws a chart of the densities.', (after, before) =>
    problems(
      after.some((source) => source.includes('plot.barh')) && 'The cell is still there.',
      after.length !== before.length - 1 && `There are ${after.length} cells.`,
    ),
  ),
  aboutNotebook('blue-bars', 'Make the bars of the plot “steelblue”.', (after, before) =>
    problems(
      !after.some((source) => source.includes('steelblue')) && 'No cell says steelblue.',
      others(after, before).length !== 1 && 'More than one cell has changed.',
    ),
  ),
  aboutNotebook('add-text', 'Write a paragraph behind the density table that says it is sorted.', (after, before) =>
    problems(
      !others(after, before).some((source) => /sort/i.test(source)) && 'No new text says so.',
      after.findIndex((source) => !before.includes(source)) !==
        before.findIndex((source) => source.includes('by_continent["density"]')) + 1 && 'It does not stand there.',
    ),
  ),
  aboutNotebook(
    'move-table',
    'Move the heading “The same numbers by SQL” and its query up to directly behind the introduction.',
    (after, before) =>
      problems(
        after.toSorted().join('\n') !== before.toSorted().join('\n') && 'Cells have changed.',
        after.indexOf('## The same numbers by SQL') !== 2 && 'The heading does not stand there.',
        !after[3]?.includes('FROM ') && 'Its query does not stand behind it.',
      ),
  ),
  {
    id: 'new-notebook',
    kind: 'notebook',
    question:
      'Make a notebook “Largest places” with one Python cell that reads /data/places.csv and shows the ten largest by population.',
    async check(_answer, project) {
      const sources = (await project.cells('Largest places')).map(({ source }) => source);
      return problems(
        sources.length === 0 && 'There is no such notebook.',
        !sources.some(
          (source) => source.includes('/data/places.csv') && /nlargest\(\s*10|head\(\s*10|\[:10\]/.test(source),
        ) && `Its cells are: ${sources.join('\n')}`,
      );
    },
  },
  {
    id: 'explain-notebook',
    kind: 'notebook',
    question: 'Which files does the open notebook read?',
    view: openNotebook,
    check: async ({ text }) =>
      problems(
        ...['countries.geojson', 'country-statistics.csv', 'places.csv'].map(
          (name) => !text.includes(name) && `The answer does not name ${name}.`,
        ),
      ),
  },
  {
    id: 'only-propose',
    kind: 'notebook',
    question: 'Propose a better title for the first heading of the open notebook.',
    view: openNotebook,
    applies: false,
    async check({ text, changes }, project) {
      const [first] = await project.cells();
      return problems(
        first?.source !== '# Where people live' && 'The heading was changed without being applied.',
        text.trim() === '' && changes.length === 0 && 'Nothing was proposed.',
      );
    },
  },
];
