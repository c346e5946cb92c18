import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {{ line: number, text: string }} Place
 * @typedef {object} Uses what a source file says about texts
 * @property {Set<string>} named texts that look like a key: `map.newLayer`
 * @property {RegExp[]} patterns keys made of parts: `operation.status.${status}`
 * @property {Place[]} asked keys that are surely asked for: the first word of `t('…')`
 * @property {Place[]} open keys made of parts that any key of a noun would fit
 * @property {Place[]} visible texts that a person sees and that no language can change
 */

const keyLike = /^[a-z][\w-]*(\.[\w-]+)+$/;
const spokenAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'description',
]);
/** Fields of what is registered or said, whose words are keys or are seen. */
const spokenFields = new Set(['label', 'title', 'body', 'confirmLabel', 'placeholder', 'hint', 'disabledReason']);
const letters = /\p{L}{2}/u;

/**
 * @param {string} path
 * @param {string} source
 * @param {ReadonlySet<string>} nouns the nouns whose keys code names
 * @param {ReadonlySet<string>} names what is called the same in every language
 * @returns {Uses}
 */
export function readUses(path, source, nouns, names) {
  const parsed = parseSync(path, source);
  const lineAt = (node) => source.slice(0, node.start).split('\n').length;
  const uses = { named: new Set(), patterns: [], asked: [], open: [], visible: [] };
  const isKey = (text) => keyLike.test(text) && nouns.has(text.slice(0, text.indexOf('.')));
  const see = (node, text) => {
    const said = text.trim();
    const isName = names.has(said) || said.split(/\s+/).every((word) => names.has(word) || !letters.test(word));
    if (!isName) uses.visible.push({ line: lineAt(node), text: said });
  };
  const seeUnlessKey = (node) => {
    for (const { value, start } of literalsOf(node)) if (!isKey(value)) see({ start }, value);
  };

  // What is called `shell.close-tab` as a command is no text.
  const ids = new Set();

  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string' && isKey(node.value)) uses.named.add(node.value);
    },
    TemplateLiteral(node) {
      const start = node.quasis[0].value.cooked;
      if (ids.has(node) || node.expressions.length === 0 || !nouns.has(start.split('.')[0]) || !start.includes('.'))
        return;
      const parts = node.quasis.map(({ value }) => value.cooked);
      if (/^[a-z]+\.$/.test(start) && parts.slice(1).every((part) => part === ''))
        uses.open.push({ line: lineAt(node), text: source.slice(node.start, node.end) });
      else uses.patterns.push(new RegExp(`^${parts.map(escaped).join('[^.]+')}$`));
    },
    CallExpression(node) {
      const [first] = node.arguments;
      if (!first) return;
      if (node.callee.type === 'Identifier' && !/command|run/i.test(node.callee.name)) {
        const isText = node.callee.name === 't';
        for (const { value, start } of literalsOf(first)) {
          if (isKey(value) || (isText && letters.test(value)))
            uses.asked.push({ line: lineAt({ start }), text: value });
        }
      }
      if (node.callee.type === 'MemberExpression' && node.callee.object.name === 'toast') seeUnlessKey(first);
    },
    Property(node) {
      if (node.key.name === 'id') ids.add(node.value);
      if (node.key.type !== 'Identifier' || !spokenFields.has(node.key.name)) return;
      for (const { value, start } of literalsOf(node.value))
        if (isKey(value)) uses.asked.push({ line: lineAt({ start }), text: value });
    },
    JSXText: (node) => see(node, node.value),
    JSXAttribute(node) {
      const name = typeof node.name.name === 'string' ? node.name.name : '';
      if (!spokenAttributes.has(name)) return;
      seeUnlessKey(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
    },
    JSXElement(node) {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') seeUnlessKey(child.expression);
    },
  }).visit(parsed.program);
  return uses;
}

/** The texts that an expression may be: both sides of a choice, and the fixed parts of a template. */
function literalsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : [];
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [{ value: node.quasis[0].value.cooked, start: node.start }] : [];
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case 'LogicalExpression':
      return [...literalsOf(node.left), ...literalsOf(node.right)];
    default:
      return [];
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
