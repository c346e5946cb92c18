ALTER TABLE "operations" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "input" jsonb;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "leased_by" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "checkpoint" jsonb;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "is_cancel_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "failure" jsonb;--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("created_at") WHERE "operations"."status" IN ('Pending', 'In Progress');--> statement-breakpoint
UPDATE "operations" SET "kind" = 'convert', "input" = "again"->'data', "checkpoint" = jsonb_build_object('steps', "again"->'data'->'steps', 'made', "again"->'data'->'made'), "attempt" = 1 WHERE "status" IN ('Pending', 'In Progress') AND "again"->>'kind' = 'convert';--> statement-breakpoint
UPDATE "operations" SET "status" = 'Failed', "failed_message" = 'The server was stopped while this ran.', "estimated_time_left" = NULL WHERE "status" IN ('Pending', 'In Progress') AND "kind" IS NULL;
