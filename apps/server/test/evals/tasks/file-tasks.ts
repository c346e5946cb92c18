import { problems, type EvalTask } from '../eval-task.ts';
import { hasLooked, saysNumber } from '../facts.ts';

const notes = '# Notes\n\nThe census is of 2017.\nThe areas are in km².\n';

/** Questions that read, make and change files. */
export const fileTasks: readonly EvalTask[] = [
  {
    id: 'write-readme',
    kind: 'file',
    question: 'Make a file /data/README.md with the heading “# Countries” and one sentence about this workspace.',
    async check(_answer, project) {
      const text = await project.text('/data/README.md');
      return problems(
        text === null && 'There is no /data/README.md.',
        text !== null && !/^# Countries\s*$/m.test(text) && 'It has no heading “# Countries”.',
        text !== null && text.replace(/^# .*$/m, '').trim().length < 10 && 'It has no sentence.',
      );
    },
  },
  {
    id: 'edit-notes',
    kind: 'file',
    question: 'In /data/notes.md the census is of 2018, not 2017. Correct it and change nothing else.',
    prepare: (project) => project.write('/data/notes.md', notes),
    async check(_answer, project) {
      const text = await project.text('/data/notes.md');
      return problems(text?.trim() !== notes.replace('2017', '2018').trim() && `The file says: ${text}`);
    },
  },
  {
    id: 'append-notes',
    kind: 'file',
    question: 'Add a last line “Source: Natural Earth” to /data/notes.md.',
    prepare: (project) => project.write('/data/notes.md', notes),
    async check(_answer, project) {
      const lines = (await project.text('/data/notes.md'))?.trim().split('\n') ?? [];
      return problems(
        lines.at(-1) !== 'Source: Natural Earth' && `The last line is: ${lines.at(-1)}`,
        !lines.join('\n').startsWith(notes.trim()) && 'What was there before has changed.',
      );
    },
  },
  {
    id: 'read-notes',
    kind: 'file',
    question: 'Which year is the census of, according to /data/notes.md?',
    prepare: (project) => project.write('/data/notes.md', notes),
    check: async (answer) =>
      problems(
        !saysNumber(answer.text, 2017, 0) && 'The answer does not say 2017.',
        !hasLooked(answer) && 'The file was not read.',
      ),
  },
  {
    id: 'name-files',
    kind: 'file',
    question: 'Which files are there in /data?',
    async check(answer, project) {
      const names = (await project.files()).map((path) => path.slice('/data/'.length));
      return problems(...names.map((name) => !answer.text.includes(name) && `The answer does not name ${name}.`));
    },
  },
  {
    id: 'csv-of-europe',
    kind: 'file',
    question: 'Write name and population of the countries of Europe in the layer countries to /data/europe.csv.',
    async check(_answer, project) {
      if (!(await project.files()).includes('/data/europe.csv')) return ['There is no /data/europe.csv.'];
      const of = `FROM layers."World"."countries" WHERE continent = 'Europe'`;
      const [wanted, made] = [
        await project.rows(`SELECT name, CAST(population AS BIGINT) ${of} ORDER BY name`),
        await project.rows('SELECT name, CAST(population AS BIGINT) FROM files."/data/europe.csv" ORDER BY name'),
      ];
      const text = (rows: unknown[][]): string => rows.map((row) => row.map(String).join(',')).join('\n');
      return problems(text(made) !== text(wanted) && `It has ${made.length} rows that are not those of Europe.`);
    },
  },
  {
    id: 'python-script',
    kind: 'file',
    question: 'Write /data/density.py with a function density(people, area) that returns people per area. No more.',
    async check(_answer, project) {
      const text = (await project.text('/data/density.py')) ?? '';
      return problems(
        !/def density\(\s*people\b[^)]*,\s*area\b[^)]*\)/.test(text) && 'There is no function density(people, area).',
        !/return\s+people\s*\/\s*area/.test(text) && 'It does not return people / area.',
      );
    },
  },
  {
    id: 'missing-file',
    kind: 'file',
    question: 'What does /data/budget.xlsx say about 2024?',
    async check(answer, project) {
      const isThere = (await project.files()).includes('/data/budget.xlsx');
      return problems(
        isThere && 'The file was made.',
        !hasLooked(answer) && answer.calls.length === 0 && 'Nobody looked for the file.',
        /\b\d{2,}(?:[.,]\d+)?\s?(?:€|\$|million|thousand)/.test(answer.text) && 'The answer names amounts.',
      );
    },
  },
];
