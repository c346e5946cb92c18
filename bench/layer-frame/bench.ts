import type { Benchmark } from '../benchmark.ts';
import { featureCount, Parcels } from './parcels.ts';

const parcels = new Parcels();
const ours = 'frame = groma.layers["Bench/parcels"].frame()';

const benchmark: Benchmark = {
  name: 'layer-frame',
  description: `${featureCount.toLocaleString('en')} polygons with four columns into a GeoDataFrame, in the same kernel: a layer of the project, and the FlatGeobuf it was imported from`,
  peerName: 'geopandas.read_file of FlatGeobuf',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await parcels.start();
    await parcels.import();
    await parcels.measure(ours);
  },
  ours: () => parcels.measure(ours),
  peer: () => parcels.measure('frame = geopandas.read_file("/data/parcels.fgb")'),
  teardown: () => parcels.stop(),
};

export default benchmark;
