ALTER TABLE "layers" ADD COLUMN "newest_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "layers" SET "newest_seq" = coalesce((SELECT max("seq") FROM "layer_edits" WHERE "layer_id" = "layers"."id"), 0);
