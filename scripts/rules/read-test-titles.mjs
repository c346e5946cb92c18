import { parseSync, Visitor } from 'oxc-parser';

const testFunctions = new Set(['it', 'test', 'describe', 'suite']);

/**
 * @typedef {{ title: string, line: number, ids: string[], body: string }} TestTitle
 * `ids`: the rules it names, those of the groups around it included; `body`: the text of the test and of what
 * its file declares for it
 */

/**
 * The titles of the tests of a file and the rules they name: `[NBK-012] …`, `[NBK-012, NBK-013] …`. Ranges are not
 * expanded: a test that proves ten rules names ten.
 *
 * @param {string} path
 * @param {string} source
 * @returns {TestTitle[]} tests only, in the order of the lines
 */
export function readTestTitles(path, source) {
  const { program } = parseSync(path, source);
  const declarations = readDeclarations(program, source);
  const groups = [];
  const titles = [];
  new Visitor({
    CallExpression(node) {
      const kind = testKind(node.callee);
      const title = kind && titleText(node.arguments[0]);
      if (title === undefined || !isBody(node.arguments)) return;
      const idsAround = groups.filter((one) => one.end >= node.end).flatMap((one) => one.ids);
      const ids = [...new Set([...idsAround, ...idsIn(title)])];
      if (kind === 'group') groups.push({ end: node.end, ids });
      else
        titles.push({
          title,
          line: source.slice(0, node.start).split('\n').length,
          ids,
          body: withDeclared(source.slice(node.start, node.end), declarations),
        });
    },
  }).visit(program);
  return titles;
}

/** What a file declares at its top: name → text. */
function readDeclarations(program, source) {
  return new Map(
    program.body
      .flatMap((node) => node.declarations ?? [node])
      .filter(({ type, id }) => type !== 'ImportDeclaration' && id?.name)
      .map(({ id, start, end }) => [id.name, source.slice(start, end)]),
  );
}

/** A text with what it mentions of the declarations, and what those mention. */
function withDeclared(text, declarations) {
  const taken = new Map();
  const take = (part) => {
    for (const [word] of part.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (!declarations.has(word) || taken.has(word)) continue;
      taken.set(word, declarations.get(word));
      take(declarations.get(word));
    }
  };
  take(text);
  return [text, ...taken.values()].join('\n');
}

/** @param {string} title @returns {string[]} */
function idsIn(title) {
  const brackets = title.match(/\[[^\]]*\]/g) ?? [];
  return brackets.flatMap((text) => text.match(/\b[A-Z]{2,5}-\d{3}\b/g) ?? []);
}

// `it('…')`, `it.skipIf(x)('…')`, `test.each(table)('…')`, `test.describe('…')`, but not `test.step('…')`.
function testKind(callee) {
  const names = [];
  for (let node = callee; node; node = node.callee ?? node.object ?? node.tag) {
    if (node.type === 'MemberExpression') names.push(node.property.name);
    if (node.type === 'Identifier') names.push(node.name);
  }
  if (!testFunctions.has(names.at(-1)) || names.includes('step') || names.includes('use')) return undefined;
  return names.includes('describe') || names.includes('suite') ? 'group' : 'test';
}

// `test.skip(browserName === 'x', 'why')` has no body: it is no test.
function isBody(words) {
  return words.slice(1).some((word) => word.type === 'ArrowFunctionExpression' || word.type === 'FunctionExpression');
}

function titleText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked).join('…');
  return undefined;
}
