import { map } from '@groma/protocol';
import type { Benchmark } from '../benchmark.ts';
import { featureCount, Parcels } from '../layer-frame/parcels.ts';

const parcels = new Parcels();
let [edited, plain] = ['', ''];
/** The same change, once made by somebody on the map and once by the code itself. */
const change = { fid: 7, value: 0.5 };

const benchmark: Benchmark = {
  name: 'layer-frame-edited',
  description: `${featureCount.toLocaleString('en')} polygons into a GeoDataFrame: a layer in which a value was edited, and the same layer as it was imported, with the value set by code`,
  peerName: 'the layer without edits',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await parcels.start();
    [edited, plain] = [await parcels.import(), await parcels.import()];
    await map.postToMap(parcels.client, parcels.mapId, {
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [edited]: [{ type: 'Edit_Property', edits: [{ fid: change.fid, column: 'value', value: change.value }] }],
      },
    });
    await benchmark.ours();
    await benchmark.peer();
  },
  ours: () => parcels.measure(`frame = groma.layers["${parcels.mapId}/${edited}"].frame()`),
  peer: () =>
    parcels.measure(
      `frame = groma.layers["${parcels.mapId}/${plain}"].frame()\nframe.loc[${change.fid}, "value"] = ${change.value}`,
    ),
  teardown: () => parcels.stop(),
};

export default benchmark;
