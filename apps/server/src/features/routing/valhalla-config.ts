/** Far enough for any extract: what takes too long is ended by its time, not by its distance. */
const farthestMetres = 20_000_000;
const mebibyte = 1_048_576;

/** Stops and pairs of one question, as tools ask it. */
const costing = {
  max_distance: farthestMetres,
  max_locations: 50,
  max_matrix_distance: farthestMetres,
  max_matrix_location_pairs: 2_500,
};

/** The modes of Valhalla that we use; it asks for the limits of all the others as well. */
const modes = ['auto', 'bicycle', 'pedestrian', 'bikeshare', 'bus', 'motor_scooter', 'motorcycle', 'taxi', 'truck'];

/**
 * The configuration of Valhalla 3.6, for building tiles in a folder and for answering questions over them. What is left
 * out of its own defaults are databases (borders, time zones, heights, traffic) that we do not have.
 */
export function valhallaConfig(tileFolder: string, isLoud: boolean): string {
  const logging = isLoud ? { type: 'std_out', color: false } : { type: '' };
  return JSON.stringify({
    mjolnir: {
      tile_dir: tileFolder,
      logging,
      max_cache_size: 512 * mebibyte,
      max_concurrent_reader_users: 1,
      id_table_size: 1_300_000_000,
      hierarchy: true,
      shortcuts: true,
      include_driving: true,
      include_bicycle: true,
      include_pedestrian: true,
      include_driveways: true,
      reclassify_links: true,
      data_processing: {
        infer_internal_intersections: true,
        infer_turn_channels: true,
        apply_country_overrides: true,
        use_admin_db: false,
        grid_divisions_within_tile: 32,
      },
    },
    additional_data: {},
    loki: {
      actions: ['isochrone', 'route', 'sources_to_targets', 'locate'],
      use_connectivity: true,
      logging,
      service_defaults: {
        radius: 0,
        minimum_reachability: 50,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1_000,
        heading_tolerance: 60,
      },
    },
    thor: { logging, source_to_target_algorithm: 'select_optimal' },
    odin: { logging },
    meili: mapMatching(logging),
    service_limits: {
      ...Object.fromEntries(modes.map((mode) => [mode, costing])),
      pedestrian: { ...costing, min_transit_walking_distance: 1, max_transit_walking_distance: 10_000 },
      multimodal: { ...costing, max_matrix_distance: 0, max_matrix_location_pairs: 0 },
      transit: costing,
      isochrone: {
        max_contours: 4,
        max_time_contour: 120,
        max_distance: 25_000,
        max_locations: 1,
        max_distance_contour: 200,
      },
      trace: {
        max_distance: 200_000,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: 16_000,
        max_alternates: 3,
        max_alternates_shape: 100,
      },
      centroid: { max_distance: 200_000, max_locations: 5 },
      skadi: { max_shape: 750_000, min_resample: 10 },
      status: { allow_verbose: false },
      max_exclude_locations: 50,
      max_exclude_polygons_length: 10_000,
      max_reachability: 100,
      max_radius: 200,
      max_timedep_distance: 500_000,
      max_timedep_distance_matrix: 0,
      max_alternates: 2,
      max_distance_disable_hierarchy_culling: 0,
      hierarchy_limits: { allow_modification: false },
    },
  });
}

/** Matching tracks to roads is not used, but it is made with the rest. */
function mapMatching(logging: object): object {
  const factors = { search_radius: 50, turn_penalty_factor: 0 };
  return {
    mode: 'auto',
    verbose: false,
    logging,
    customizable: [],
    default: {
      ...factors,
      beta: 3,
      breakage_distance: 2_000,
      geometry: false,
      gps_accuracy: 5,
      interpolation_distance: 10,
      max_route_distance_factor: 5,
      max_route_time_factor: 5,
      max_search_radius: 100,
      route: true,
      sigma_z: 4.07,
    },
    auto: factors,
    bicycle: factors,
    multimodal: factors,
    pedestrian: factors,
    grid: { cache_size: 100_240, size: 500 },
  };
}
