ALTER TABLE "layer_origin_inputs" ALTER COLUMN "source_map_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "layer_origin_inputs" ALTER COLUMN "source_layer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "layer_origin_inputs" ADD COLUMN "source_path" text;