import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {'import' | 'export' | 'dynamic' | 'type' | 'url' | 'glob'} ImportKind
 * @typedef {{ specifier: string, line: number, kind: ImportKind, typeOnly: boolean }} ImportReference
 */

/**
 * Every place where a source file names another module: static and dynamic imports, re-exports, `import('x').T`
 * types, `require`, `new URL('./x', import.meta.url)` (workers) and `import.meta.glob`.
 *
 * @param {string} path the file name; its extension chooses the language
 * @param {string} source
 * @returns {ImportReference[]} in the order of the lines
 * @throws {Error} when the file cannot be parsed
 */
export function readImports(path, source) {
  const parsed = parseSync(path, source);
  const broken = parsed.errors.find((problem) => problem.severity === 'Error');
  if (broken) throw new Error(`${path} cannot be parsed: ${broken.message}`);

  /** @type {ImportReference[]} */
  const found = [];
  const lineAt = lineCounter(source);
  const add = (literal, kind, typeOnly = false) => {
    const specifier = literalText(literal);
    if (specifier !== undefined) found.push({ specifier, line: lineAt(literal.start), kind, typeOnly });
  };

  new Visitor({
    ImportDeclaration: (node) => add(node.source, 'import', isTypeOnly(node, node.importKind)),
    ExportNamedDeclaration: (node) => node.source && add(node.source, 'export', isTypeOnly(node, node.exportKind)),
    ExportAllDeclaration: (node) => add(node.source, 'export', node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, 'dynamic'),
    TSImportType: (node) => add(node.source, 'type', true),
    TSExternalModuleReference: (node) => add(node.expression, 'import'),
    NewExpression: (node) => {
      if (node.callee.name === 'URL' && isImportMeta(node.arguments[1]?.object)) add(node.arguments[0], 'url');
    },
    CallExpression: (node) => {
      if (node.callee.name === 'require') add(node.arguments[0], 'import');
      if (isImportMeta(node.callee.object) && node.callee.property.name === 'glob') {
        for (const pattern of globPatterns(node.arguments[0])) add(pattern, 'glob');
      }
    },
  }).visit(parsed.program);

  return found.sort((left, right) => left.line - right.line);
}

function isTypeOnly(node, kind) {
  if (kind === 'type') return true;
  const named = node.specifiers ?? [];
  return named.length > 0 && named.every((one) => (one.importKind ?? one.exportKind) === 'type');
}

function isImportMeta(node) {
  return node?.type === 'MetaProperty' && node.meta.name === 'import';
}

function globPatterns(node) {
  return node?.type === 'ArrayExpression' ? node.elements : [node];
}

function literalText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined;
}

function lineCounter(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
