INSERT INTO "origins" ("id", "project_id", "layer_id", "kind", "doer", "version", "parameters", "author_id", "made_at", "notebook_id", "block_id")
SELECT o.layer_id, m.project_id, o.layer_id, CASE WHEN o.tool = 'notebook' THEN 'notebook' ELSE 'tool' END,
	CASE WHEN o.tool = 'notebook' THEN o.parameters ->> 'notebook_id' ELSE o.tool END, '', o.parameters, o.author_id, o.made_at,
	o.parameters ->> 'notebook_id', o.parameters ->> 'block_id'
FROM "layer_origins" o JOIN "layers" l ON l.id = o.layer_id JOIN "maps" m ON m.id = l.map_id;--> statement-breakpoint
INSERT INTO "origin_inputs" ("origin_id", "input", "source_map_id", "source_layer_id", "source_path", "source_reference", "source_name", "version", "features")
SELECT layer_id, input, source_map_id, source_layer_id, CASE WHEN source_path LIKE '/%' THEN source_path END,
	CASE WHEN source_path NOT LIKE '/%' THEN source_path END, source_name, version, features FROM "layer_origin_inputs";--> statement-breakpoint
DROP TABLE "layer_origin_inputs" CASCADE;--> statement-breakpoint
DROP TABLE "layer_origins" CASCADE;