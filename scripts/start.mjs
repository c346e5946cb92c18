// Kept to what any Node understands: the check must be readable for those that are too old for the rest.
const major = Number(process.versions.node.split('.')[0]);

if (major < 18) {
  console.error(
    'Groma needs Node 18 or later to start (it then uses its own Node 24); this is Node ' + process.versions.node + '.',
  );
  process.exit(1);
} else {
  import('./setup/start-product.mjs')
    .then(function (module) {
      return module.startProduct(process.argv.slice(2));
    })
    .then(function (code) {
      process.exit(code);
    });
}
